/* What the seat needs of the exec gate. Where the gate cannot be built (gate-none.c) it says so when it is wanted. */
#ifndef GUARD_GATE_SEAT_H
#define GUARD_GATE_SEAT_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct gate;

/* Tries it on a child of its own. False: the gate cannot work here; `reason` tells why, and what to do, in one line. */
enum { PROBE_ROOM = 256 };
bool gate_probe(char reason[PROBE_ROOM]);

/* The same for its connect rule, without which the gate still works. */
bool gate_probe_reach(char reason[PROBE_ROOM]);

/* NULL with errno: no gate. */
struct gate *gate_connect(const char *socket_path);

/* In the agent's process, before it becomes the agent: from here on every execve of it and all that it starts is seen. */
bool gate_enter(int socket, const pid_t *guarded, size_t guarded_count);
/* The same without the gate: Landlock's scopes alone. True also where the kernel has none. */
bool scope_only_enter(void);
/* In the seat: takes what gate_enter made. The list must stay where it is. */
bool gate_begin(struct gate *gate, int socket, const pid_t *guarded, size_t guarded_count);

enum { GATE_POLLED = 3 };
void gate_poll(const struct gate *gate, struct pollfd ready[GATE_POLLED]);
/* How long poll may sleep; -1: for ever. */
int gate_wait_ms(const struct gate *gate);
/* False: the gate cannot go on, the tree must be ended. */
bool gate_serve(struct gate *gate, const struct pollfd ready[GATE_POLLED]);

enum waited {
  WAITED_NOT_OURS = 0, /* go on with it as if there were no gate */
  WAITED_TAKEN,
  WAITED_GROUP_STOP, /* a stop by the user or a terminal, of a task that the gate holds */
};
enum waited gate_waited(struct gate *gate, pid_t pid, int status);

#endif
