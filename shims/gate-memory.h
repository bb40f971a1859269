/* Memory and registers of a task that stands still. All of them: false: it is gone, or not ours to look at, or its memory does not come. */
#ifndef GUARD_GATE_MEMORY_H
#define GUARD_GATE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

#include "gate-aside.h"

bool memory_read(struct aside *aside, pid_t pid, uint64_t from, void *bytes, size_t length);
/* Up to seven bytes behind the last one may become 0. */
bool memory_write(struct aside *aside, pid_t pid, uint64_t to, const void *bytes, size_t length);
bool registers_read(pid_t pid, struct user_regs_struct *registers);
/* The call in which it stood is over. */
bool registers_write(pid_t pid, struct user_regs_struct registers);

#endif
