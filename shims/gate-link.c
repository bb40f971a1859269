/* The kept connection to the daemon. Both ways are buffered: the gate never waits for the daemon, nor loses a part. */
#include "gate-link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "socket.h"

bool gate_link_open(struct gate_link *link, const char *path) {
  link->fd = connect_to(path);
  return link->fd >= 0 && fcntl(link->fd, F_SETFL, O_NONBLOCK) == 0;
}

static bool make_room(struct gate_link *link, size_t more) {
  enum { MOST_WAITING = 64 << 20 };
  size_t wanted = link->out_used + more;
  if (wanted <= link->out_room) return true;
  if (wanted > MOST_WAITING) return false;
  unsigned char *out = realloc(link->out, wanted * 2);
  if (out == NULL) return false;
  link->out = out;
  link->out_room = wanted * 2;
  return true;
}

bool gate_link_send(struct gate_link *link, const struct frame *frame) {
  size_t length = FRAME_HEAD + frame->used;
  if (!make_room(link, length)) return false;
  memcpy(link->out + link->out_used, frame->bytes, length);
  link->out_used += length;
  return gate_link_flush(link);
}

bool gate_link_flush(struct gate_link *link) {
  while (link->out_used > 0) {
    ssize_t sent = write(link->fd, link->out, link->out_used);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN;
    link->out_used -= (size_t)sent;
    memmove(link->out, link->out + sent, link->out_used);
  }
  return true;
}

/* The next whole frame goes to the front of `in`, as read_answer wants it. */
static bool take_frames(struct gate_link *link, size_t *have, void (*on_frame)(void *, const struct frame *), void *state) {
  while (*have >= FRAME_HEAD) {
    size_t length = announced_length(&link->in);
    if (length == 0 || length > FRAME_LIMIT) return false;
    if (*have < FRAME_HEAD + length) return true;
    link->in.used = length;
    on_frame(state, &link->in);
    *have -= FRAME_HEAD + length;
    memmove(link->in.bytes, link->in.bytes + FRAME_HEAD + length, *have);
  }
  return true;
}

bool gate_link_read(struct gate_link *link, void (*on_frame)(void *state, const struct frame *frame), void *state) {
  for (;;) {
    size_t room = sizeof link->in.bytes - link->in_have;
    ssize_t got = read(link->fd, link->in.bytes + link->in_have, room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    link->in_have += (size_t)got;
    if (!take_frames(link, &link->in_have, on_frame, state)) return false;
    if ((size_t)got < room) return true;
  }
}
