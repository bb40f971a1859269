/* How the tree comes below the gate: what the agent's process takes on before it becomes the agent, and hands to the seat. */
#ifndef GUARD_GATE_ENTER_H
#define GUARD_GATE_ENTER_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* gate-filter.c: the listener's descriptor, or -1 with errno. */
int filter_install(const pid_t *guarded, size_t guarded_count);

/* gate-scope.c: signals, traces and abstract sockets stay within the tree, where the kernel can do that (6.12). */
bool scope_enter(void);

/* gate-pass.c: one descriptor through a socket pair. */
bool pass_fd(int socket, int fd);
int take_fd(int socket);

#endif
