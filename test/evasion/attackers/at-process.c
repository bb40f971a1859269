/*
 * at-process WAY PID|seat|keeper|daemon|launcher: one way to end, stop, read or change a process that is not below the agent.
 * at-process all WHO: every way, one after the other.
 */
#include "attack.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
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

/* Below the seat, in a session of its own. */
static bool is_keeper(pid_t pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open(path, O_RDONLY);
  ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (got <= 0) return false;
  text[got] = '\0';
  const char *behind = strrchr(text, ')');
  int parent, group, session;
  if (behind == NULL || sscanf(behind + 1, " %*c %d %d %d", &parent, &group, &session) != 3) return false;
  return parent == getppid() && session == pid;
}

static pid_t find_keeper(void) {
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;)
    if (is_keeper((pid_t)atol(entry->d_name))) return (pid_t)atol(entry->d_name);
  exit(2);
}

static pid_t target;

static pid_t find(const char *who) {
  if (strcmp(who, "seat") == 0) return getppid();
  if (strcmp(who, "keeper") == 0) return find_keeper();
  if (strcmp(who, "daemon") == 0) return named_by_seat(0);
  if (strcmp(who, "launcher") == 0) return named_by_seat(1);
  return (pid_t)atol(who);
}

static pid_t number(char **argv) {
  (void)argv;
  return target;
}

/* Of many threads the last one: whoever knows its process does not know it by its number. */
static pid_t thread_of(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *threads = opendir(path);
  pid_t last = pid;
  for (struct dirent *entry; threads != NULL && (entry = readdir(threads)) != NULL;)
    if (atol(entry->d_name) > last) last = (pid_t)atol(entry->d_name);
  if (threads != NULL) closedir(threads);
  return last;
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

/* To be killed first when memory runs out; to be last for the processor; to have its memory's lock taken again and again. */
static int by_oom_score(char **argv) { return by_file(argv, "oom_score_adj", O_WRONLY); }
static int by_autogroup(char **argv) { return by_file(argv, "autogroup", O_WRONLY); }
static int by_references(char **argv) { return by_file(argv, "clear_refs", O_WRONLY); }

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

/* For all of a user, or of a group. Of nobody's, and what is usual: where it works, the machine shall not suffer from it. */
enum { USUAL = 0, OF_GROUP = 2, OF_USER = 3, NOBODYS = 424242 };
static int by_users_niceness(char **argv) {
  (void)argv;
  return tell("user's niceness", setpriority(PRIO_USER, NOBODYS, USUAL));
}
static int by_groups_niceness(char **argv) {
  return tell("group's niceness", setpriority(PRIO_PGRP, (id_t)getpgid(number(argv)), USUAL));
}
static int by_users_disk_turn(char **argv) {
  (void)argv;
  return tell("user's disk turn", syscall(SYS_ioprio_set, OF_USER, NOBODYS, USUAL));
}
static int by_groups_disk_turn(char **argv) {
  return tell("group's disk turn", syscall(SYS_ioprio_set, OF_GROUP, getpgid(number(argv)), USUAL));
}

static int by_threads_limit(char **argv) {
  struct rlimit few = {3, 3};
  return tell("thread's limit", prlimit(thread_of(number(argv)), RLIMIT_NOFILE, &few, NULL));
}
static int by_threads_policy(char **argv) {
  struct sched_param none = {0};
  return tell("thread's policy", sched_setscheduler(thread_of(number(argv)), SCHED_IDLE, &none));
}
static int by_threads_processor(char **argv) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  return tell("thread's processor", sched_setaffinity(thread_of(number(argv)), sizeof one, &one));
}
static int by_threads_niceness(char **argv) {
  return tell("thread's niceness", setpriority(PRIO_PROCESS, (id_t)thread_of(number(argv)), 19));
}
static int by_threads_disk_turn(char **argv) {
  enum { OF_PROCESS = 1, IDLE_CLASS = 3 << 13 };
  return tell("thread's disk turn", syscall(SYS_ioprio_set, OF_PROCESS, thread_of(number(argv)), IDLE_CLASS));
}

/* A pidfd of a thread; where there is but one, the filter knows its number. */
static int pidfd_of_thread(pid_t pid) {
  enum { OF_THREAD = O_EXCL };
  return (int)syscall(SYS_pidfd_open, thread_of(pid), OF_THREAD);
}
static int by_threads_pidfd(char **argv) {
  int fd = pidfd_of_thread(number(argv));
  return tell("thread's pidfd", fd < 0 ? -1 : syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0));
}
static int by_threads_files(char **argv) {
  int fd = pidfd_of_thread(number(argv));
  return tell("thread's files", fd < 0 ? -1 : syscall(SYS_pidfd_getfd, fd, 0, 0));
}
static int by_pages_away(char **argv) {
  enum { AWAY = 21 };
  struct iovec there = {.iov_base = (void *)by_vm, .iov_len = 4096};
  int fd = pidfd_of_thread(number(argv));
  return tell("pages away", fd < 0 ? -1 : syscall(SYS_process_madvise, fd, &there, 1, AWAY, 0));
}

static int by_comparison(char **argv) {
  enum { FILES = 2 };
  return tell("comparison", syscall(SYS_kcmp, getpid(), number(argv), FILES, 0, 0));
}
static int by_moved_pages(char **argv) {
  void *page = (void *)by_vm;
  int where = 0, status;
  return tell("moved pages", syscall(SYS_move_pages, number(argv), 1L, &page, &where, &status, 0));
}
static int by_other_node(char **argv) {
  unsigned long from = 1, to = 1;
  return tell("other node", syscall(SYS_migrate_pages, number(argv), 8L, &from, &to));
}

/* A counter whose overflow is a SIGTRAP for the one that is counted. */
static int by_counter(char **argv) {
  struct perf_event_attr attr = {
      .type = PERF_TYPE_SOFTWARE, .size = sizeof attr, .config = PERF_COUNT_SW_TASK_CLOCK, .sample_period = 1000};
  attr.remove_on_exec = attr.sigtrap = attr.exclude_kernel = 1;
  return tell("counter", syscall(SYS_perf_event_open, &attr, thread_of(number(argv)), -1, -1, 0));
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
      {"oom-score", by_oom_score},
      {"autogroup", by_autogroup},
      {"references", by_references},
      {"limit", by_limit},
      {"users-niceness", by_users_niceness},
      {"groups-niceness", by_groups_niceness},
      {"users-disk-turn", by_users_disk_turn},
      {"groups-disk-turn", by_groups_disk_turn},
      {"threads-limit", by_threads_limit},
      {"threads-policy", by_threads_policy},
      {"threads-processor", by_threads_processor},
      {"threads-niceness", by_threads_niceness},
      {"threads-disk-turn", by_threads_disk_turn},
      {"threads-pidfd", by_threads_pidfd},
      {"threads-files", by_threads_files},
      {"pages-away", by_pages_away},
      {"comparison", by_comparison},
      {"moved-pages", by_moved_pages},
      {"other-node", by_other_node},
      {"counter", by_counter},
  };
  if (strcmp(argv[1], "all") != 0) return GO(ways, argv);
  for (size_t at = 0; at < sizeof ways / sizeof *ways; at++) ways[at].go(argv + 2);
  return 0;
}
