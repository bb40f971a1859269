/* Calls that would slow down or starve the process, or thread, of that number. */
#ifndef GUARD_GATE_THREAD_H
#define GUARD_GATE_THREAD_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct hindrance {
  long call;
  unsigned argument; /* the number */
};
extern const struct hindrance hindrances[];
extern const size_t hindrance_count;
bool is_hindrance(int call);
/* Of the number that the call names now: numbers come again, but not while the call waits for this. */
bool hinders_guard(const struct seccomp_data *call, const pid_t *guarded, size_t guarded_count);

#endif
