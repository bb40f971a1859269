#include "socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "socket-address.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { BUSY_TRIES = 250, BUSY_PAUSE_MS = 20 };

/* Above 2: whoever closed stderr must not get guard's words sent to the daemon. */
static int open_socket(void) {
  int low = socket(AF_UNIX, SOCK_STREAM, 0);
  if (low < 0) return -1;
  int high = fcntl(low, F_DUPFD_CLOEXEC, 3);
  int problem = errno;
  close(low);
  errno = problem;
  return high;
}

/* A full backlog makes connect wait; where it says EAGAIN instead, we wait for about 5 s. */
static bool connect_patiently(int connection, const struct socket_address *to) {
  for (int tries = 0;;) {
    if (connect(connection, (const struct sockaddr *)&to->address, sizeof to->address) == 0) return true;
    if (errno == EISCONN) return true;
    if (errno == EINTR) continue;
    if (errno != EAGAIN || ++tries > BUSY_TRIES) return false;
    poll(NULL, 0, BUSY_PAUSE_MS);
  }
}

int connect_to(const char *socket_path) {
  struct socket_address to;
  if (!open_address(socket_path, &to)) return -1;
  int connection = open_socket();
  bool connected = connection >= 0 && connect_patiently(connection, &to);
  int problem = errno;
  close_address(&to);
  if (!connected && connection >= 0) close(connection);
  errno = problem;
  return connected ? connection : -1;
}

bool send_frame(int connection, const struct frame *frame) {
  size_t total = FRAME_HEAD + frame->used;
  for (size_t sent = 0; sent < total;) {
    ssize_t now = send(connection, frame->bytes + sent, total - sent, MSG_NOSIGNAL);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return false;
    sent += (size_t)now;
  }
  return true;
}

static bool receive_bytes(int connection, unsigned char *bytes, size_t length) {
  for (size_t got = 0; got < length;) {
    ssize_t now = recv(connection, bytes + got, length - got, 0);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return false;
    got += (size_t)now;
  }
  return true;
}

enum receipt receive_frame(int connection, struct frame *frame) {
  frame->used = 0;
  if (!receive_bytes(connection, frame->bytes, FRAME_HEAD)) return RECEIPT_CLOSED;
  size_t length = announced_length(frame);
  if (length == 0 || length > FRAME_LIMIT) return RECEIPT_UNUSABLE;
  if (!receive_bytes(connection, frame->bytes + FRAME_HEAD, length)) return RECEIPT_CLOSED;
  frame->used = length;
  return RECEIPT_WHOLE;
}
