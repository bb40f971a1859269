#include "frame.h"

#include <stdint.h>
#include <string.h>

#include "number-text.h"

void begin_frame(struct frame *frame) {
  frame->used = 0;
  frame->too_long = false;
  add_field(frame, "guard", "1");
}

static void add_bytes(struct frame *frame, const char *bytes, size_t length) {
  if (frame->too_long || length > FRAME_LIMIT - frame->used) {
    frame->too_long = true;
    return;
  }
  memcpy(frame->bytes + FRAME_HEAD + frame->used, bytes, length);
  frame->used += length;
}

void add_field(struct frame *frame, const char *key, const char *value) {
  add_bytes(frame, key, strlen(key));
  add_bytes(frame, "=", 1);
  add_bytes(frame, value, strlen(value) + 1);
}

void add_number(struct frame *frame, const char *key, unsigned long value) {
  char room[NUMBER_ROOM];
  add_field(frame, key, number_text(value, room));
}

void end_frame(struct frame *frame) {
  uint32_t length = (uint32_t)frame->used;
  for (unsigned at = 0; at < FRAME_HEAD; at++) frame->bytes[at] = (unsigned char)(length >> (24 - 8 * at));
}

size_t announced_length(const struct frame *frame) {
  uint32_t length = 0;
  for (unsigned at = 0; at < FRAME_HEAD; at++) length = length << 8 | frame->bytes[at];
  return length;
}
