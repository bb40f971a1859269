/* What an execve says, before the kernel has loaded anything. */
#ifndef GUARD_GATE_ANNOUNCE_H
#define GUARD_GATE_ANNOUNCE_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <limits.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "frame.h"

struct gate;

enum { ANNOUNCED_WORDS = 24, ANNOUNCED_ROOM = 256 };
struct announcement {
  pid_t pid; /* the caller */
  uint64_t arguments[6];
  bool is_read, is_found;
  char path[PATH_MAX]; /* what the file's name leads to */
  dev_t device;
  ino_t inode;
  size_t count; /* the file's name, then argv */
  char words[ANNOUNCED_WORDS][ANNOUNCED_ROOM];
};
/* False, both: it is judged when it is loaded. */
bool announcement_read(struct gate *gate, struct announcement *said, const struct seccomp_notif *call);
bool announcement_add(struct frame *frame, struct announcement *said);

/* Fields of a frame. */
struct body {
  unsigned char *bytes;
  size_t length, room;
};
/* The fields behind `from` of a frame; false: no memory. */
bool body_keep(struct body *body, const struct frame *frame, size_t from);
bool body_is_same(const struct body *body, const struct frame *frame, size_t from);

#endif
