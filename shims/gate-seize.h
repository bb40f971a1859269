/* Takes hold of who calls execve, without ever waiting for it. */
#ifndef GUARD_GATE_SEIZE_H
#define GUARD_GATE_SEIZE_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "gate-task.h"

struct gate;

struct caller {
  struct seccomp_notif call;
  unsigned tries;
  long process; /* of which it is a thread */
};
struct busy {
  long process;
  long until_ms;
};
enum { MOST_ASIDE = 32, MOST_BUSY = 256 };
struct seizing {
  timer_t patience;
  struct caller aside[MOST_ASIDE]; /* to be tried again */
  size_t aside_count;
  struct busy busy[MOST_BUSY]; /* not to be tried for now */
  size_t busy_next;
  long busy_until_ms; /* of all of them */
};
enum seized {
  SEIZED_NOT = 0,   /* it is traced already, or hides itself, or another thread of it execs and does not come to an end */
  SEIZED_STILL_NOT, /* the last of these, of a process that was told of within the last second */
  SEIZED_LATER,     /* put aside */
  SEIZED,
};
bool seizing_begin(struct seizing *state);
enum seized task_seize(struct gate *gate, struct caller *caller, struct task **seized);
/* Takes out what was put aside first: it may have to be put aside again. */
bool aside_take(struct seizing *state, struct caller *taken);

#endif
