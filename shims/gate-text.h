/* How a call goes on whose caller would read the file itself if it is no program. */
#ifndef GUARD_GATE_TEXT_H
#define GUARD_GATE_TEXT_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stdint.h>

#include "gate-aside.h"
#include "gate-task.h"

enum text_watch {
  TEXT_NOT_WATCHED = 0,
  TEXT_STOP_BEFORE,
  TEXT_STOP_AFTER,
  TEXT_REFUSED, /* it was broken off again and again, and so could not be followed */
};
enum text_watch text_watch(struct task *task, int call, const uint64_t arguments[6]);
/* Its stop behind the call. False: the file was refused, for no shell could be started for it. */
bool text_look(struct aside *aside, struct task *task);

#endif
