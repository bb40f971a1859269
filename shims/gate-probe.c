/*
 * Whether the gate can work here, found out by doing it once: a child takes the filter on, starts this program again, is
 * held at its exec stop, looked at and let go. What the kernel tells of itself only explains why that failed.
 * Must never: say that it works because nothing failed.
 */
#include "gate-seat.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gate-enter.h"
#include "gate-facts.h"

#define YAMA_FILE "/proc/sys/kernel/yama/ptrace_scope"

/* Something that hangs ends the probe by SIGALRM, and its child with it. */
enum { LIMIT_S = 2, LIMIT_MS = 1000 };

static bool cannot(char reason[PROBE_ROOM], const char *what, int problem) {
  snprintf(reason, PROBE_ROOM, "%s (%s)", what, strerror(problem));
  return false;
}

/* Its exit status tells why it did not become this program again. */
static void be_canary(int socket, pid_t probe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == probe && gate_enter(socket, &probe, 1)) execl("/proc/self/exe", "guard-seat", "--probed", (char *)NULL);
  _exit(errno);
}

static bool explain_old_kernel(char reason[PROBE_ROOM]) {
  struct utsname system;
  const char *release = uname(&system) == 0 ? system.release : "unknown";
  snprintf(reason, PROBE_ROOM, "this kernel (%.64s) has no seccomp user notification; use Linux 5.5 or newer", release);
  return false;
}

static bool explain_filter(char reason[PROBE_ROOM], int problem) {
  if (problem == EINVAL || problem == ENOSYS) return explain_old_kernel(reason);
  if (problem != EBUSY) return cannot(reason, "seccomp filters are refused here; does a container forbid them?", problem);
  snprintf(reason, PROBE_ROOM, "another sandbox above (a seccomp listener) watches what is started here; start guard outside of it");
  return false;
}

static int read_yama_scope(void) {
  int scope = 0;
  FILE *file = fopen(YAMA_FILE, "re");
  if (file == NULL) return 0;
  if (fscanf(file, "%d", &scope) != 1) scope = 0;
  fclose(file);
  return scope;
}

/* 0: nobody traces it. */
static long find_tracer(pid_t pid) {
  char line[128];
  long tracer = 0;
  snprintf(line, sizeof line, "/proc/%ld/status", (long)pid);
  FILE *file = fopen(line, "re");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, "TracerPid:", 10) == 0) tracer = strtol(line + 10, NULL, 10);
  fclose(file);
  return tracer;
}

static bool explain_tracing(char reason[PROBE_ROOM], pid_t canary, int problem) {
  int scope = read_yama_scope();
  long tracer = find_tracer(canary);
  if (tracer != 0)
    snprintf(reason, PROBE_ROOM, "process %ld (strace, a debugger) traces what is started here; start guard outside of it", tracer);
  else if (scope == 2)
    snprintf(reason, PROBE_ROOM, YAMA_FILE " is 2, so that only root may trace; as root: sysctl kernel.yama.ptrace_scope=1");
  else if (scope >= 3)
    snprintf(reason, PROBE_ROOM, YAMA_FILE " is %d, so that nobody may trace until the machine starts again; "
             "have it start with sysctl kernel.yama.ptrace_scope=1", scope);
  else return cannot(reason, "tracing is refused here; a container may need --cap-add=SYS_PTRACE", problem);
  return false;
}

static int wait_for_end(pid_t canary) {
  int status = 0;
  return waitpid(canary, &status, 0) == canary && WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
}

/* It calls execve; from here on it is traced, and the kernel goes on with the call. */
static bool catch_call(char reason[PROBE_ROOM], pid_t canary, int listener) {
  struct pollfd ready = {.fd = listener, .events = POLLIN};
  struct seccomp_notif call;
  memset(&call, 0, sizeof call);
  if (poll(&ready, 1, LIMIT_MS) != 1 || ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
    return cannot(reason, "the kernel did not tell of a program's start", errno);
  if (ptrace(PTRACE_SEIZE, canary, 0, PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL) != 0)
    return explain_tracing(reason, canary, errno);
  struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0 || explain_old_kernel(reason); /* 5.0 to 5.4 cannot continue */
}

static bool reach_exec_stop(char reason[PROBE_ROOM], pid_t canary) {
  for (int status; waitpid(canary, &status, 0) == canary && WIFSTOPPED(status);) {
    if (status >> 16 == PTRACE_EVENT_EXEC) return true;
    ptrace(PTRACE_CONT, canary, 0, status >> 16 == 0 ? WSTOPSIG(status) : 0);
  }
  return cannot(reason, "a program was not held before it ran", ECHILD);
}

static bool hold_and_let_go(char reason[PROBE_ROOM], pid_t canary, int listener) {
  static struct frame facts;
  struct words_seen seen;
  if (!catch_call(reason, canary, listener) || !reach_exec_stop(reason, canary)) return false;
  begin_frame(&facts);
  if (!facts_add(&facts, &seen, canary)) return cannot(reason, "what was started cannot be looked at; is /proc mounted?", errno);
  if (ptrace(PTRACE_DETACH, canary, 0, 0) != 0) return cannot(reason, "a program could not be let go", errno);
  int problem = wait_for_end(canary);
  return problem == 0 || cannot(reason, "a program that was let go did not run", problem);
}

bool gate_probe(char reason[PROBE_ROOM]) {
  int pass[2];
  alarm(LIMIT_S);
  signal(SIGCHLD, SIG_DFL);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pass) != 0) return cannot(reason, "no sockets", errno);
  pid_t probe = getpid(), canary = fork();
  if (canary < 0) return cannot(reason, "no more processes", errno);
  if (canary == 0) be_canary(pass[1], probe);
  close(pass[1]);
  int listener = take_fd(pass[0]);
  if (listener < 0) return explain_filter(reason, wait_for_end(canary));
  bool works = hold_and_let_go(reason, canary, listener);
  if (!works) kill(canary, SIGKILL);
  return works;
}
