/* What the gate traces. */
#ifndef GUARD_GATE_TASK_H
#define GUARD_GATE_TASK_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "gate-announce.h"
#include "gate-facts.h"
#include "gate-image.h"

enum task_state {
  TASK_CALLING = 0, /* its execve is on its way, or failed: it runs as before */
  TASK_HELD,        /* loaded, before its first instruction, asked for */
  TASK_PARKED,      /* the same, but it runs a waiting loop of guard's, so that signals reach it */
  TASK_RECALLED,    /* parked and answered: told to stand still, so that it can be let go */
};

enum early {
  EARLY_NONE = 0, /* nothing was announced, or it does not count any more */
  EARLY_ASKED,
  EARLY_ALLOWED, /* if it is loaded as it was announced */
};

/* An execve of a shell, whose end is looked at. */
struct call_watch {
  bool on;
  unsigned broken_off; /* so often it was begun again because of that */
  uint64_t file, argv;
};

struct task {
  pid_t pid; /* 0: a free place */
  enum task_state state;
  unsigned long question;
  long held_at_ms;
  enum early early;
  unsigned long announced; /* the question that the announcement was */
  struct body said;
  struct words_seen words;
  bool kept; /* in `image` */
  struct image image;
  char *denial; /* what it is to print; NULL with an answer: allowed */
  struct call_watch watch;
};

struct tasks {
  struct task *list;
  size_t room, used;
};

struct task *task_find(const struct tasks *tasks, pid_t pid);
/* The one whose announcement waits for this answer. */
struct task *task_announced(const struct tasks *tasks, unsigned long question);
struct task *task_asked(const struct tasks *tasks, unsigned long question);
bool task_is_asked(const struct task *task);
/* NULL: no memory. The places of others may move. */
struct task *task_add(struct tasks *tasks, pid_t pid);
void task_remove(struct tasks *tasks, struct task *task);

#endif
