/* One connection to the daemon: connect, send a frame, wait for one. Nothing is decided here. */
#ifndef GUARD_SOCKET_H
#define GUARD_SOCKET_H

#include "frame.h"

/* The descriptor (above 2, closed on exec), or -1 with errno. */
int connect_to(const char *socket_path);

bool send_frame(int connection, const struct frame *frame);

enum receipt {
  RECEIPT_CLOSED = 0, /* ended before a whole frame was there */
  RECEIPT_UNUSABLE,   /* empty, or over the limit */
  RECEIPT_WHOLE,
};

/* Waits without limit: a person may think for long. The end of the daemon is seen at once. */
enum receipt receive_frame(int connection, struct frame *frame);

#endif
