/* One descriptor through a socket pair: only the agent's own process can make the filter's listener. */
#include "gate-enter.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

union control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr align;
};

bool pass_fd(int socket, int fd) {
  char byte = 0;
  union control control = {.bytes = {0}};
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(head), &fd, sizeof fd);
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

int take_fd(int socket) {
  char byte;
  union control control = {.bytes = {0}};
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  struct cmsghdr *head = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
  if (head == NULL || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(sizeof(int))) return -1;
  int fd;
  memcpy(&fd, CMSG_DATA(head), sizeof fd);
  return fd;
}
