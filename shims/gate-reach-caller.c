/* Who calls connect, and with what: copies of its descriptor and address, so that nothing can be swapped any more. */
#include "gate-reach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif
enum { HANDLE_OF_THREAD = O_EXCL }; /* PIDFD_THREAD, since 6.9 */

/* A thread may have descriptors of its own, and outlive its process's first one; older kernels know that one only. */
static int open_handle(pid_t thread, int proc) {
  int handle = (int)syscall(SYS_pidfd_open, thread, HANDLE_OF_THREAD);
  if (handle >= 0 || errno != EINVAL) return handle;
  handle = (int)syscall(SYS_pidfd_open, thread, 0);
  if (handle >= 0 || errno != EINVAL) return handle;
  char status[512];
  long process = 0;
  int fd = openat(proc, "status", O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, status, sizeof status - 1);
  if (fd >= 0) close(fd);
  if (length <= 0) return -1;
  status[length] = '\0';
  for (char *line = status; line != NULL; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (sscanf(line, "Tgid: %ld", &process) == 1) break;
  }
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int caller_open(struct reach_caller *caller, const struct seccomp_notif *call) {
  char path[32];
  *caller = (struct reach_caller){.thread = (pid_t)call->pid, .handle = -1, .proc = -1, .socket = -1};
  snprintf(path, sizeof path, "/proc/%ld", (long)call->pid);
  caller->proc = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (caller->proc < 0) return EACCES;
  caller->handle = open_handle(caller->thread, caller->proc);
  if (caller->handle < 0) return EACCES;
  caller->socket = (int)syscall(__NR_pidfd_getfd, caller->handle, (int)call->data.args[0], 0);
  if (caller->socket < 0) return errno == EBADF ? EBADF : EACCES;
  socklen_t length = sizeof caller->domain;
  return getsockopt(caller->socket, SOL_SOCKET, SO_DOMAIN, &caller->domain, &length) == 0 ? 0 : ENOTSOCK;
}

int caller_read_address(struct reach_caller *caller, const struct seccomp_notif *call) {
  int length = (int)call->data.args[2];
  if (length < 0 || (size_t)length > sizeof caller->address) return EINVAL;
  caller->length = (socklen_t)length;
  struct iovec here = {.iov_base = caller->address.bytes, .iov_len = (size_t)length};
  struct iovec there = {.iov_base = (void *)(uintptr_t)call->data.args[1], .iov_len = (size_t)length};
  if (length == 0 || process_vm_readv(caller->thread, &here, 1, &there, 1, 0) == length) return 0;
  return errno == EPERM ? EACCES : EFAULT;
}

void caller_close(const struct reach_caller *caller) {
  const int fds[] = {caller->handle, caller->proc, caller->socket};
  for (size_t at = 0; at < sizeof fds / sizeof *fds; at++)
    if (fds[at] >= 0) close(fds[at]);
}
