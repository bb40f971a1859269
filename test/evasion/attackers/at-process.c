/*
 * at-process WAY PID|seat|daemon|launcher: one way to end, stop, read or change a process that is not below the agent.
 * at-process all WHO: every way, one after the other.
 */
#include "attack.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The seat is the parent; its command line names the others: --guarded DAEMON --guarded LAUNCHER. */
static pid_t named_by_seat(int which) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/cmdline", (int)getppid());
  int fd = open(path, O_RDONLY);
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got <= 0) exit(2);
  text[got] = '\0';
  for (char *at = text; at < text + got; at += strlen(at) + 1)
    if (strcmp(at, "--guarded") == 0 && which-- == 0) return (pid_t)atol(at + strlen(at) + 1);
  exit(2);
}

static pid_t target;

static pid_t find(const char *who) {
  if (strcmp(who, "seat") == 0) return getppid();
  if (strcmp(who, "daemon") == 0) return named_by_seat(0);
  if (strcmp(who, "launcher") == 0) return named_by_seat(1);
  return (pid_t)atol(who);
}

static pid_t number(char **argv) {
  (void)argv;
  return target;
}

static int by_kill(char **argv) { return tell("kill", kill(number(argv), SIGKILL)); }
static int by_stop(char **argv) { return tell("stop", kill(number(argv), SIGSTOP)); }
static int by_tkill(char **argv) { return tell("tkill", syscall(SYS_tkill, number(argv), SIGKILL)); }
static int by_tgkill(char **argv) {
  return tell("tgkill", syscall(SYS_tgkill, number(argv), number(argv), SIGKILL));
}

/* SI_QUEUE: what user programs may send. */
static int by_queue(char **argv) {
  siginfo_t info = {.si_code = SI_QUEUE, .si_signo = SIGKILL};
  return tell("queue", syscall(SYS_rt_sigqueueinfo, number(argv), SIGKILL, &info));
}

static int by_thread_queue(char **argv) {
  siginfo_t info = {.si_code = SI_QUEUE, .si_signo = SIGKILL};
  return tell("thread queue", syscall(SYS_rt_tgsigqueueinfo, number(argv), number(argv), SIGKILL, &info));
}

/* High bits that the kernel does not look at. */
static int by_wide_kill(char **argv) {
  return tell("wide kill", syscall(SYS_kill, 0x100000000L | (long)(unsigned)number(argv), SIGKILL));
}

static int by_pidfd(char **argv) {
  int fd = (int)syscall(SYS_pidfd_open, number(argv), 0);
  return tell("pidfd", fd < 0 ? -1 : syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0));
}

/* A folder of /proc is as good as a pidfd. */
static int by_proc_folder(char **argv) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d", (int)number(argv));
  int fd = open(path, O_RDONLY | O_DIRECTORY);
  return tell("folder", fd < 0 ? -1 : syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0));
}

/* The kernel sends the signal when the pipe has news. */
static int by_owner(char **argv) {
  int ends[2];
  if (pipe(ends) != 0 || fcntl(ends[0], F_SETOWN, number(argv)) != 0 || fcntl(ends[0], F_SETSIG, SIGKILL) != 0)
    return tell("owner", -1);
  fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
  return tell("owner", write(ends[1], "x", 1));
}

/* A child of the seat whose end is told by SIGKILL. */
static int by_last_signal(char **argv) {
  (void)argv;
  long child = syscall(SYS_clone, CLONE_PARENT | SIGKILL, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return tell("last signal", child);
}

static int by_attach(char **argv) { return tell("attach", ptrace(PTRACE_ATTACH, number(argv), 0, 0)); }
static int by_seize(char **argv) { return tell("seize", ptrace(PTRACE_SEIZE, number(argv), 0, 0)); }

static int by_vm(char **argv, long call, const char *name) {
  char byte;
  struct iovec here = {.iov_base = &byte, .iov_len = 1}, there = {.iov_base = (void *)by_vm, .iov_len = 1};
  long got = syscall(call, number(argv), &here, 1, &there, 1, 0);
  /* A bad address tells that the door was open. */
  return tell(name, got < 0 && errno == EFAULT ? 0 : got);
}
static int by_vm_write(char **argv) { return by_vm(argv, SYS_process_vm_writev, "vm write"); }
static int by_vm_read(char **argv) { return by_vm(argv, SYS_process_vm_readv, "vm read"); }

static int by_file(char **argv, const char *name, int how) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)number(argv), name);
  return tell(name, open(path, how));
}
static int by_memory(char **argv) { return by_file(argv, "mem", O_RDWR); }
static int by_environment(char **argv) { return by_file(argv, "environ", O_RDONLY); }
static int by_descriptor(char **argv) { return by_file(argv, "fd/0", O_RDONLY); }
static int by_folder(char **argv) { return by_file(argv, "cwd/.", O_RDONLY); }

static int by_limit(char **argv) {
  struct rlimit none = {0, 0};
  return tell("limit", prlimit(number(argv), RLIMIT_NOFILE, &none, NULL));
}

static int by_policy(char **argv) {
  struct sched_param none = {0};
  return tell("policy", sched_setscheduler(number(argv), SCHED_IDLE, &none));
}

static int by_processor(char **argv) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  return tell("processor", sched_setaffinity(number(argv), sizeof one, &one));
}

static int by_niceness(char **argv) {
  return tell("niceness", setpriority(PRIO_PROCESS, (id_t)number(argv), 19));
}

static int by_disk_turn(char **argv) {
  enum { OF_PROCESS = 1, IDLE_CLASS = 3 << 13 };
  return tell("disk turn", syscall(SYS_ioprio_set, OF_PROCESS, number(argv), IDLE_CLASS));
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  target = find(argv[2]);
  static const struct way ways[] = {
      {"policy", by_policy},
      {"processor", by_processor},
      {"niceness", by_niceness},
      {"disk-turn", by_disk_turn},
      {"kill", by_kill},
      {"stop", by_stop},
      {"tkill", by_tkill},
      {"tgkill", by_tgkill},
      {"queue", by_queue},
      {"thread-queue", by_thread_queue},
      {"wide-kill", by_wide_kill},
      {"pidfd", by_pidfd},
      {"proc-folder", by_proc_folder},
      {"owner", by_owner},
      {"last-signal", by_last_signal},
      {"attach", by_attach},
      {"seize", by_seize},
      {"vm-write", by_vm_write},
      {"vm-read", by_vm_read},
      {"memory", by_memory},
      {"environment", by_environment},
      {"descriptor", by_descriptor},
      {"folder", by_folder},
      {"limit", by_limit},
  };
  if (strcmp(argv[1], "all") != 0) return GO(ways, argv);
  for (size_t at = 0; at < sizeof ways / sizeof *ways; at++) ways[at].go(argv + 2);
  return 0;
}
