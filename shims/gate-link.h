/* The kept connection to the daemon: frames out, frames in, nothing ever waits for it. */
#ifndef GUARD_GATE_LINK_H
#define GUARD_GATE_LINK_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stddef.h>

#include "frame.h"

struct gate_link {
  int fd;
  unsigned char *out;
  size_t out_used, out_room;
  size_t in_have; /* bytes in `in`, heads and all */
  struct frame in;
};
bool gate_link_open(struct gate_link *link, const char *path);
/* False: the daemon is gone. */
bool gate_link_send(struct gate_link *link, const struct frame *frame);
bool gate_link_flush(struct gate_link *link);
bool gate_link_read(struct gate_link *link, void (*on_frame)(void *state, const struct frame *frame), void *state);

#endif
