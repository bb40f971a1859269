/*
 * Takes hold of a caller, without ever waiting for it. The kernel lets nobody be traced while a thread of the same process
 * execs, and that exec does not end before we have waited for the threads that it ended: whoever waits here waits for ever,
 * or for as long as a slow file system likes. So it is broken off after a moment, put aside, and tried again a few times,
 * with everything that has ended waited for in between.
 */
#include "gate.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "seat.h"

enum { PATIENCE_US = 250, MOST_TRIES = 5, BUSY_MS = 1000 };

/* A handler has no argument for state. The kernel begins the call again after any handler that returns. */
static sigjmp_buf away;
static volatile sig_atomic_t seizing;

static void break_off(int signal) {
  (void)signal;
  if (seizing) siglongjmp(away, 1);
}

/* SA_NODEFER: the jump leaves the signal as it was. */
bool seizing_begin(struct seizing *state) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = break_off;
  action.sa_flags = SA_NODEFER;
  sigemptyset(&action.sa_mask);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  return sigaction(SIGRTMIN, &action, NULL) == 0 && timer_create(CLOCK_MONOTONIC, &event, &state->patience) == 0;
}

/* 0: not any more. */
static bool set_patience(const struct seizing *state, long us) {
  struct itimerspec when = {.it_value = {.tv_nsec = us * 1000}};
  return timer_settime(state->patience, 0, &when, NULL) == 0;
}

/* A number of /proc/PID/status; -1: it is gone. */
static long status_number(pid_t pid, const char *name) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
  FILE *status = fopen(path, "re");
  if (status == NULL) return -1;
  long number = -1;
  size_t length = strlen(name);
  while (number < 0 && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, name, length) == 0 && line[length] == ':') number = strtol(line + length + 1, NULL, 10);
  fclose(status);
  return number;
}

/* EXITKILL: what waits for a verdict dies with the gate. 0, or why not; EINTR: it was broken off. */
static int seize(const struct seizing *state, pid_t pid) {
  if (sigsetjmp(away, 0) != 0) {
    seizing = 0;
    return status_number(pid, "TracerPid") == getpid() ? 0 : EINTR; /* it may have been done just then */
  }
  seizing = 1;
  int problem = 0;
  if (!set_patience(state, PATIENCE_US) || ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL) != 0)
    problem = errno;
  seizing = 0;
  set_patience(state, 0);
  return problem;
}

/* One of each process is enough: its other threads fail, as they would if the first one's exec had ended them. */
static bool is_put_aside(const struct seizing *state, long process) {
  for (size_t at = 0; at < state->aside_count; at++)
    if (state->aside[at].process == process) return true;
  return false;
}

static bool is_busy(const struct seizing *state, long process) {
  for (size_t at = 0; at < MOST_BUSY; at++)
    if (state->busy[at].process == process && state->busy[at].until_ms > now_ms()) return true;
  return false;
}

/* Whoever has held us for long enough is not tried again for a while: many such processes would hold us for ever. */
static enum seized give_up(struct seizing *state, long process) {
  state->busy[state->busy_next++ % MOST_BUSY] = (struct busy){.process = process, .until_ms = now_ms() + BUSY_MS};
  state->busy_until_ms = now_ms() + BUSY_MS;
  return SEIZED_NOT;
}

static enum seized put_aside(struct seizing *state, struct caller *caller) {
  caller->process = status_number((pid_t)caller->call.pid, "Tgid");
  if (caller->process < 0) return SEIZED_NOT;
  if (++caller->tries >= MOST_TRIES || state->aside_count == MOST_ASIDE) return give_up(state, caller->process);
  state->aside[state->aside_count++] = *caller;
  return SEIZED_LATER;
}

/* Who its process is costs a file: it is only asked while there is one that others are held up by. */
static enum seized look_for_others(const struct seizing *state, pid_t pid) {
  if (state->aside_count == 0 && state->busy_until_ms <= now_ms()) return SEIZED;
  long process = status_number(pid, "Tgid");
  if (is_busy(state, process)) return SEIZED_STILL_NOT;
  return is_put_aside(state, process) ? SEIZED_NOT : SEIZED;
}

enum seized task_seize(struct gate *gate, struct caller *caller, struct task **seized) {
  pid_t pid = (pid_t)caller->call.pid;
  *seized = task_find(&gate->tasks, pid);
  if (*seized != NULL) return SEIZED;
  enum seized others = look_for_others(&gate->seizing, pid);
  if (others != SEIZED) return others;
  int problem = seize(&gate->seizing, pid);
  if (problem == EINTR) return put_aside(&gate->seizing, caller);
  if (problem != 0) return SEIZED_NOT;
  *seized = task_add(&gate->tasks, pid);
  if (*seized == NULL) kill(pid, SIGKILL);
  return *seized == NULL ? SEIZED_NOT : SEIZED;
}

bool aside_take(struct seizing *state, struct caller *taken) {
  if (state->aside_count == 0) return false;
  *taken = state->aside[0];
  memmove(state->aside, state->aside + 1, --state->aside_count * sizeof *state->aside);
  return true;
}
