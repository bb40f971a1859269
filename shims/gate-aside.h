/*
 * Work that others can hold up (a caller's memory, a file that it names: both may lie on a file system of its own) is done
 * aside, by a thread that is left behind when it does not come back: the kernel may hold it so that not even SIGKILL ends it.
 */
#ifndef GUARD_GATE_ASIDE_H
#define GUARD_GATE_ASIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct aside {
  struct aside_worker *worker; /* NULL: none yet, or the last one was left */
  atomic_uint left;            /* so many have not come back */
};

enum { ASIDE_ROOM = 16 << 10 };

enum aside_kind {
  ASIDE_FOR_SPEED, /* it is worth 20 ms, and it is not tried at all while some are left */
  ASIDE_NEEDED,    /* the program is killed if it fails: it is worth a second */
};
/* Does the job with a copy of the state, and gives that back. False: it was not done, or not in time; the state is as it was. */
bool aside_do(struct aside *aside, enum aside_kind kind, void (*job)(void *state), void *state, size_t size);

#endif
