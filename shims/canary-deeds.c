/* Deeds at processes and files. */
#include "canary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int open_and_close(const char *path, int flags) {
  int fd = open(path, flags | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  close(fd);
  return 0;
}

static pid_t number(const char *text) { return (pid_t)strtol(text, NULL, 10); }

int deed_mark(const char *path) { return open_and_close(path, O_WRONLY | O_CREAT); }

int deed_terminal(const char *path) { return open_and_close(path, O_RDWR | O_NOCTTY); }

/* Signal 0 is judged like any other, and never arrives. 0 and below would be groups. */
int deed_kill(const char *pid) {
  if (number(pid) <= 1) return EINVAL;
  return kill(number(pid), 0) == 0 ? 0 : errno;
}

int deed_memory(const char *pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/mem", (long)number(pid));
  return open_and_close(path, O_RDWR);
}

/* By a child: its end lets go of what it seized, which was never stopped. */
int deed_ptrace(const char *pid) {
  int status = 0;
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(ptrace(PTRACE_SEIZE, number(pid), 0, 0) == 0 ? 0 : errno);
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
}

/* Has this program capabilities of its own? Then it needs what no_new_privs takes away. */
int deed_capability(const char *path) {
  return getxattr(path, "security.capability", NULL, 0) >= 0 ? 0 : errno;
}
