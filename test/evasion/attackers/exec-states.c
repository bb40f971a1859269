/* exec-states WAY PROGRAM [ARG...]: the process puts itself into an odd state first, then execs. */
#include "attack.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static int become(char **argv) { return tell("execve", execv(argv[0], argv)); }

static int limit(int what, rlim_t to) {
  struct rlimit both = {to, to};
  return setrlimit(what, &both);
}

static int not_dumpable(char **argv) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return become(argv);
}

static int no_descriptors(char **argv) {
  limit(RLIMIT_NOFILE, 0);
  return become(argv);
}

static int closed_descriptors(char **argv) {
  syscall(SYS_close_range, 3, ~0U, 0);
  return become(argv);
}

static int no_processes(char **argv) {
  limit(RLIMIT_NPROC, 1);
  return become(argv);
}

static int small_stack(char **argv) {
  limit(RLIMIT_STACK, 140 * 1024);
  return become(argv);
}

static int small_files(char **argv) {
  limit(RLIMIT_FSIZE, 0);
  return become(argv);
}

static int odd_personality(char **argv) {
  personality(ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC | MMAP_PAGE_ZERO | ADDR_COMPAT_LAYOUT);
  return become(argv);
}

static int deaf(char **argv) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (int signal = 1; signal < NSIG; signal++)
    if (signal != SIGCHLD) sigaction(signal, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
  return become(argv);
}

/* Calls of the ending that guard puts in a denied program's place, and of its waiting loop, fail. */
static int refuse_calls(const int *calls, size_t count, unsigned action, unsigned flags) {
  struct sock_filter steps[32];
  unsigned short at = 0;
  steps[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t call = 0; call < count; call++) {
    steps[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[call], 0, 1);
    steps[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
  }
  steps[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {.len = at, .filter = steps};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

static int own_filter(char **argv) {
  const int calls[] = {
#ifdef SYS_pause
      SYS_pause,
#endif
      SYS_write, SYS_exit_group, SYS_exit, SYS_ppoll};
  if (refuse_calls(calls, sizeof calls / sizeof *calls, SECCOMP_RET_ERRNO | 0, 0) != 0) return tell("filter", -1);
  return become(argv);
}

/* The newest filter with the same action would be the one that is asked. */
static int notifying_filter(char **argv) {
  const int calls[] = {SYS_execve, SYS_execveat};
  if (refuse_calls(calls, 2, SECCOMP_RET_USER_NOTIF, 0) != 0) return tell("filter", -1);
  return become(argv);
}

static int own_listener(char **argv) {
  const int calls[] = {SYS_execve, SYS_execveat};
  int listener = refuse_calls(calls, 2, SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  if (listener < 0) return tell("listener", -1);
  if (fork() == 0) _exit(become(argv));
  struct seccomp_notif call;
  memset(&call, 0, sizeof call);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return tell("receive", -1);
  struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  return tell("continue", ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer)) + wait(NULL);
}

static int trap_filter(char **argv) {
  const int calls[] = {SYS_execve, SYS_execveat};
  if (refuse_calls(calls, 2, SECCOMP_RET_TRACE, 0) != 0) return tell("filter", -1);
  return become(argv);
}

/* PTRACE_TRACEME, and a parent that lets everything go on. */
static int traced(char **argv, long options) {
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    _exit(become(argv));
  }
  int status;
  waitpid(child, &status, 0);
  if (options != 0 && tell("options", ptrace(PTRACE_SETOPTIONS, child, 0, options)) != 0) {
    kill(child, SIGKILL);
    return 1;
  }
  ptrace(PTRACE_CONT, child, 0, 0);
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status))
    ptrace(PTRACE_CONT, child, 0, WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status));
  return 0;
}

static int own_tracer(char **argv) { return traced(argv, 0); }
static int suspended_filter(char **argv) { return traced(argv, PTRACE_O_SUSPEND_SECCOMP); }

#ifdef __x86_64__
#include <sys/user.h>
/* A call that no filter cares about is turned into execve by its tracer. */
static int turned_call(char **argv) {
  char **volatile shared = argv;
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    tell("execve", syscall(SYS_getppid, shared[0], shared, NULL));
    _exit(1);
  }
  int status;
  waitpid(child, &status, 0);
  ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_TRACESYSGOOD);
  ptrace(PTRACE_SYSCALL, child, 0, 0);
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    if (registers.orig_rax == SYS_getppid) {
      registers.orig_rax = SYS_execve;
      ptrace(PTRACE_SETREGS, child, 0, &registers);
    }
    ptrace(PTRACE_SYSCALL, child, 0, 0);
  }
  return 0;
}
#endif

/* argv[0]: a setting. It is written over what this process was started with, so that /proc tells it was always there. */
static int forged_environment(char **argv) {
  extern char **environ;
  size_t length = strlen(argv[0]) + 1;
  char *setting = strdup(argv[0]), *place = NULL;
  for (char **at = environ; *at != NULL; at++)
    if (strncmp(*at, "ROOM=", 5) == 0 && strlen(*at) >= length) place = *at;
  if (place == NULL) return tell("room", -1);
  memset(place, 0, strlen(place));
  memcpy(place, setting, length);
  pid_t child = fork();
  if (child == 0) _exit(tell("execve", execve(argv[1], argv + 1, (char *[]){setting, NULL})));
  return waitpid(child, NULL, 0) == child ? 0 : 1;
}

/* argv[0] is only announced: the kernel cannot read this environment. Then argv[1] is started, as if below it. */
static int announced_only(char **argv) {
  tell("announced", execve(argv[0], (char *[]){strrchr(argv[0], '/') + 1, NULL}, (char **)1));
  usleep(200 * 1000);
  pid_t child = fork();
  if (child == 0) _exit(become(argv + 1));
  return waitpid(child, NULL, 0) == child ? 0 : 1;
}

static int put(const char *file, const char *text) {
  int fd = open(file, O_WRONLY);
  if (fd < 0) return -1;
  ssize_t put = write(fd, text, strlen(text));
  close(fd);
  return put < 0 ? -1 : 0;
}

static int enter_namespaces(int which) {
  char map[64];
  unsigned user = geteuid(), group = getegid();
  if (unshare(which) != 0) return -1;
  if ((which & CLONE_NEWUSER) == 0) return 0;
  put("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "0 %u 1", user);
  put("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "0 %u 1", group);
  return put("/proc/self/gid_map", map);
}

static int in_namespaces(char **argv) {
  if (enter_namespaces(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) != 0)
    return tell("unshare", -1);
  pid_t child = fork();
  if (child == 0) {
    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
    mount("proc", "/proc", "proc", 0, NULL);
    _exit(become(argv));
  }
  return waitpid(child, NULL, 0) == child ? 0 : 1;
}

/* Here the name of a known program is another file: argv[1] is bound over argv[0]. */
static int mounted_over(char **argv) {
  if (enter_namespaces(CLONE_NEWUSER | CLONE_NEWNS) != 0) return tell("unshare", -1);
  mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (mount(argv[1], argv[0], NULL, MS_BIND, NULL) != 0) return tell("mount", -1);
  return become((char *[]){argv[0], "/", NULL});
}

/* argv[1] is bound over argv[0], which the program behind them reads. */
static int bound_over(char **argv) {
  if (enter_namespaces(CLONE_NEWUSER | CLONE_NEWNS) != 0) return tell("unshare", -1);
  mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (mount(argv[1], argv[0], NULL, MS_BIND, NULL) != 0) return tell("mount", -1);
  return become(argv + 2);
}

/* The same with a file system of its own below the name: nobody else can see the file. */
static int hidden_below(char **argv) {
  char *name = strrchr(argv[0], '/') + 1, folder[256], file[512], bytes[65536];
  snprintf(folder, sizeof folder, "%.*s", (int)(name - argv[0]) - 1, argv[0]);
  snprintf(file, sizeof file, "%s/%s", folder, name);
  int from = open(argv[1], O_RDONLY);
  if (enter_namespaces(CLONE_NEWUSER | CLONE_NEWNS) != 0) return tell("unshare", -1);
  mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (mount("tmpfs", folder, "tmpfs", 0, NULL) != 0) return tell("mount", -1);
  int to = open(file, O_CREAT | O_WRONLY, 0755);
  for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, (size_t)got) != got) return tell("copy", -1);
  fchmod(to, 0755);
  close(to);
  return become((char *[]){argv[0], "/", NULL});
}

/* argv[0]: the new root; argv[1]: a path in it. */
static int new_root(char **argv) {
  if (geteuid() != 0 && enter_namespaces(CLONE_NEWUSER | CLONE_NEWNS) != 0) return tell("unshare", -1);
  if (chroot(argv[0]) != 0 || chdir("/") != 0) return tell("chroot", -1);
  return become(argv + 1);
}

int main(int argc, char **argv) {
  (void)argc;
  static const struct way ways[] = {
      {"not-dumpable", not_dumpable},
      {"no-descriptors", no_descriptors},
      {"closed-descriptors", closed_descriptors},
      {"no-processes", no_processes},
      {"small-stack", small_stack},
      {"small-files", small_files},
      {"odd-personality", odd_personality},
      {"deaf", deaf},
      {"own-filter", own_filter},
      {"notifying-filter", notifying_filter},
      {"own-listener", own_listener},
      {"trap-filter", trap_filter},
      {"own-tracer", own_tracer},
      {"suspended-filter", suspended_filter},
#ifdef __x86_64__
      {"turned-call", turned_call},
#endif
      {"forged-environment", forged_environment},
      {"announced-only", announced_only},
      {"namespaces", in_namespaces},
      {"mounted-over", mounted_over},
      {"bound-over", bound_over},
      {"hidden-below", hidden_below},
      {"new-root", new_root},
  };
  return GO(ways, argv);
}
