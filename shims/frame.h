/* A frame of docs/SESSION.md: 4 bytes of length, then fields `key=value`, each ended by NUL. */
#ifndef GUARD_FRAME_H
#define GUARD_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#define FRAME_HEAD ((size_t)4)
#define FRAME_LIMIT ((size_t)1 << 20)

/* As large as a frame may be: no memory has to be asked for, and pages that are not used cost nothing. */
struct frame {
  size_t used; /* of the payload */
  bool too_long;
  unsigned char bytes[FRAME_HEAD + FRAME_LIMIT];
};

/* Makes it `guard=1`. */
void begin_frame(struct frame *frame);

/* Over the limit: the frame is marked, and never sent. */
void add_field(struct frame *frame, const char *key, const char *value);
void add_number(struct frame *frame, const char *key, unsigned long value);

/* Writes the length in front. */
void end_frame(struct frame *frame);

/* The payload's length as its first 4 bytes tell it. */
size_t announced_length(const struct frame *frame);

#endif
