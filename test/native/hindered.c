/*
 * hindered HOW PROGRAM ARG…: runs it where something of guard's cannot work. HOW is `seccomp=ERRNO`, `ptrace=ERRNO`, `open-tree=ERRNO`,
 * `move-mount=ERRNO`, `mount-setattr=ERRNO`, `setns=ERRNO`, `inotify=ERRNO` or `inotify-watch=ERRNO` (the call fails so), `listener` (somebody above watches by seccomp) or `traced` (somebody traces it and what it starts).
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The listener's descriptor, when one was wanted. */
static long refuse(long call, int problem, unsigned long flags) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)problem),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/* The kernel forgets a listener that nobody holds any more. */
static long listen_above(void) {
  long fd = refuse(SYS_acct, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  return fd < 0 ? fd : fcntl((int)fd, F_SETFD, 0);
}

static int trace_all(pid_t child) {
  int status, end = 4;
  for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
    if (pid == child && WIFEXITED(status)) end = WEXITSTATUS(status);
    if (!WIFSTOPPED(status)) continue;
    ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACEFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEVFORK);
    int signal = WSTOPSIG(status);
    ptrace(PTRACE_CONT, pid, 0, signal == SIGTRAP || signal == SIGSTOP ? 0 : signal);
  }
  return end;
}

/* By number: headers know the later ones late. */
static long call_named(const char *name, size_t length) {
  const struct {
    const char *name;
    long call;
  } calls[] = {{"seccomp", SYS_seccomp}, {"ptrace", SYS_ptrace}, {"open-tree", 428}, {"move-mount", 429}, {"mount-setattr", 442},
               {"setns", SYS_setns}, {"inotify", SYS_inotify_init1}, {"inotify-watch", SYS_inotify_add_watch}};
  for (size_t at = 0; at < sizeof calls / sizeof *calls; at++)
    if (strlen(calls[at].name) == length && strncmp(calls[at].name, name, length) == 0) return calls[at].call;
  exit(2);
}

int main(int argc, char *argv[]) {
  if (argc < 3) return 2;
  const char *how = argv[1];
  long done = -1;
  const char *problem = strchr(how, '=');
  if (problem != NULL) done = refuse(call_named(how, (size_t)(problem - how)), atoi(problem + 1), 0);
  else if (strcmp(how, "listener") == 0) done = listen_above();
  else if (strcmp(how, "traced") == 0) {
    pid_t child = fork();
    if (child > 0) return trace_all(child);
    done = child < 0 ? -1 : ptrace(PTRACE_TRACEME, 0, 0, 0);
  }
  if (done < 0) return 3;
  execv(argv[2], argv + 2);
  return 4;
}
