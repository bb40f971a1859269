/* `room ARGS MOUNTS BWRAP PROGRAM ARG...`: a session's way in, without a seat: the room, its masks, bubblewrap with what is left. */
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_TEXT = 1 << 20, MOST_WORDS = 64 };

static int fail(const char *what) {
  fprintf(stderr, "room: %s: %s\n", what, strerror(errno));
  return 125;
}

int main(int argc, char **argv) {
  static char text[MOST_TEXT], number[24];
  char *devices[] = {"null", "zero", "random", "urandom", "tty", "shm", "mqueue"}, *words[MOST_WORDS] = {"bwrap", "--args", number, "--"};
  const size_t count = sizeof devices / sizeof *devices - (access("/dev/mqueue", F_OK) == 0 ? 0 : 1);
  const struct confinement wanted = {.room = true, .devices = devices, .device_count = count};
  int seat[2];
  if (argc < 5 || argc > MOST_WORDS - 5 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, seat) != 0) return fail("usage");
  int args = open(argv[1], O_RDONLY), mounts = open(argv[2], O_RDONLY | O_CLOEXEC);
  ssize_t length = mounts < 0 ? -1 : read(mounts, text, sizeof text);
  if (args < 0 || length < 0) return fail("plan");
  if (!room_make(&wanted, seat[1])) return fail("/dev");
  if (!mounts_work()) return fail("mounts");
  const char *problem = mounts_make(text, (size_t)length);
  if (problem != NULL) return fail(problem);
  snprintf(number, sizeof number, "%d", args);
  for (int at = 4; at < argc; at++) words[at] = argv[at];
  execv(argv[3], words);
  return fail(argv[3]);
}
