/*
 * The exec gate, a part of guard-seat (Linux): no program starts below the seat without a verdict.
 * A filter in the tree tells of each execve; the gate lets the kernel load the new program, holds it before its first
 * instruction, looks at what was really loaded, and asks. Allowed: it is let go. Denied: it prints guard's line and exits 126.
 * Must never: allow by itself, hold the process that called execve, or hold a program deaf to its signals.
 */
#ifndef GUARD_GATE_H
#define GUARD_GATE_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "frame.h"
#include "gate-announce.h"
#include "gate-aside.h"
#include "gate-link.h"
#include "gate-reach.h"
#include "gate-seat.h"
#include "gate-seize.h"
#include "gate-served.h"
#include "gate-task.h"

enum { MOST_USED = 32 };
struct gate {
  int listener;
  const pid_t *guarded;
  size_t guarded_count;
  char *socket_path;
  struct reach *reach;
  bool broken; /* the daemon is gone */
  unsigned long questions;
  unsigned long used[MOST_USED]; /* announcements that became true and that the daemon does not know of yet */
  size_t used_count;
  struct tasks tasks;
  struct seizing seizing;
  struct aside aside;
  struct served served;
  struct gate_link link;
  struct frame frame; /* the one that is being written */
};

/* gate-call.c. False: the gate cannot go on. */
bool gate_notified(struct gate *gate);
bool gate_call_again(struct gate *gate);

/* gate-message.c. False: the daemon is gone. */
bool gate_tell(struct gate *gate, const char *op, unsigned long number, const char *key);
/* Gives where the fields begin that are compared: behind the question's number. */
size_t question_begin(struct gate *gate, const char *op);
bool question_send(struct gate *gate);
bool question_note_used(struct gate *gate, unsigned long announced);

/* gate-question.c. False: the daemon is gone. */
bool gate_announce(struct gate *gate, struct task *task, struct announcement *said);
bool gate_forget(struct gate *gate, struct task *task);
bool gate_ask(struct gate *gate, struct task *task);
void gate_answered(void *gate, const struct frame *frame);

/* gate-hold.c: after all but task_park the task may be gone. */
void task_let_go(struct gate *gate, struct task *task);
/* It stands still and is answered. */
void task_settle(struct gate *gate, struct task *task);
/* It is answered: as soon as it stands still. */
void task_act(struct gate *gate, struct task *task);
void task_deny(struct gate *gate, struct task *task, const char *reason, const char *rule);
bool task_kill_unreadable(struct gate *gate, struct task *task);
bool task_park(struct gate *gate, struct task *task);

#endif
