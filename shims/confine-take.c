/* The seat's side: takes over what came out inside. */
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_HELD = 250 };

union control {
  char bytes[CMSG_SPACE(MOST_HELD * sizeof(int))];
  struct cmsghdr align;
};

struct told {
  char word;
  pid_t pid;
};

/* Descriptors that come along are terminals that keep numbers taken: they are held until the seat ends. */
static bool hear(int socket, struct told *told) {
  unsigned char said[1 + sizeof(pid_t)];
  union control control;
  struct iovec data = {.iov_base = said, .iov_len = sizeof said};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got != (ssize_t)sizeof said) return false;
  told->word = (char)said[0];
  memcpy(&told->pid, said + 1, sizeof told->pid);
  return true;
}

/* Its child is ours from then on: we are the next above that looks after orphans. */
static void end_monitor(pid_t first) {
  int status;
  kill(first, SIGKILL);
  while (waitpid(first, &status, 0) < 0 && errno == EINTR) {}
}

pid_t confine_take(int socket, pid_t first) {
  struct told told = {.word = 0};
  const char go_on = TELL_ADOPTED;
  while (told.word != TELL_INSIDE)
    if (!hear(socket, &told)) return 0;
  end_monitor(first);
  return write(socket, &go_on, 1) == 1 ? told.pid : 0;
}
