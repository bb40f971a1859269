/*
 * Whether the connect rule can work here, found out by doing each of its steps once. Containers often forbid the calls, and small
 * kernels lack the list of sockets: then every connect below would fail, so the rule is left out, and that is told.
 */
#include "gate-reach.h"
#include "gate-seat.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif

static bool cannot(char *reason, size_t room, const char *what) {
  snprintf(reason, room, "%s (%s)", what, strerror(errno));
  return false;
}

static bool can_take(int fd) {
  int handle = (int)syscall(SYS_pidfd_open, getpid(), 0);
  int taken = handle < 0 ? -1 : (int)syscall(__NR_pidfd_getfd, handle, fd, 0);
  int problem = errno;
  if (handle >= 0) close(handle);
  if (taken >= 0) close(taken);
  errno = problem;
  return taken >= 0;
}

static bool can_read(void) {
  char from = 'x', to = 0;
  struct iovec here = {.iov_base = &to, .iov_len = 1}, there = {.iov_base = &from, .iov_len = 1};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1 && to == from;
}

/* The kernel gives it a name of its own. */
static bool can_find(int fd) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  socklen_t length = sizeof name, cookie_length = sizeof(uint64_t);
  uint64_t cookie = 0;
  struct bound_socket bound;
  if (bind(fd, (struct sockaddr *)&name, sizeof(sa_family_t)) != 0 || listen(fd, 1) != 0) return false;
  if (getsockname(fd, (struct sockaddr *)&name, &length) != 0) return false;
  if (getsockopt(fd, SOL_SOCKET, SO_COOKIE, &cookie, &cookie_length) != 0) return false;
  struct bound_wanted wanted = {.name = name.sun_path, .name_length = length - offsetof(struct sockaddr_un, sun_path)};
  errno = ENOENT;
  return bound_find(&wanted, &bound) && bound.found && bound.cookie == cookie;
}

bool reach_probe(char *reason, size_t room) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return cannot(reason, room, "no sockets");
  bool works = can_take(fd) || cannot(reason, room, "descriptors cannot be taken over; use Linux 5.6 or newer, and in a container --cap-add=SYS_PTRACE");
  works = works && (can_read() || cannot(reason, room, "memory cannot be read; in a container use --cap-add=SYS_PTRACE"));
  works = works && (can_find(fd) || cannot(reason, room, "the kernel does not list sockets; load the module unix_diag"));
  close(fd);
  return works;
}

bool gate_probe_reach(char reason[PROBE_ROOM]) { return reach_probe(reason, PROBE_ROOM); }
