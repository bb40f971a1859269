/*
 * What the gate's own thread does about calls that take long: more threads for what is queued behind them; and an end to those
 * whose caller is gone, or has a signal waiting, which the kernel does not let in while a call is with us.
 */
#include "gate-reach.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "seat.h"

enum { LONG_MS = 50, QUEUED_MS = 5, MOST_STARTED = 16 };

int reach_wait_ms(struct reach *reach) {
  pthread_mutex_lock(&reach->lock);
  int wait = reach->queue_count > 0 ? QUEUED_MS : reach->active > 0 ? LONG_MS : -1;
  pthread_mutex_unlock(&reach->lock);
  return wait;
}

static unsigned long long signals_of(const char *status, const char *name) {
  const char *line = strstr(status, name);
  return line == NULL ? 0 : strtoull(line + strlen(name), NULL, 16);
}

/*
 * A call may only be begun again where a signal makes the kernel do so: one for this very thread, or for a process that has no
 * other. Else the number that asks for it would be seen by the program.
 */
static enum broken_off look_for_signals(pid_t thread) {
  char path[40], status[4096];
  snprintf(path, sizeof path, "/proc/%ld/status", (long)thread);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, status, sizeof status - 1);
  if (fd >= 0) close(fd);
  if (length <= 0) return NOT_BROKEN_OFF;
  status[length] = '\0';
  unsigned long long open_to = ~signals_of(status, "\nSigBlk:");
  bool is_alone = strstr(status, "\nThreads:\t1\n") != NULL;
  if ((signals_of(status, "\nSigPnd:") & open_to) != 0) return BROKEN_OFF_RESTARTED;
  if ((signals_of(status, "\nShdPnd:") & open_to) == 0) return NOT_BROKEN_OFF;
  return is_alone ? BROKEN_OFF_RESTARTED : BROKEN_OFF_INTERRUPTED;
}

static enum broken_off look_at(const struct reach *reach, const struct job *job) {
  uint64_t id = job->call.id;
  if (ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) != 0 && errno == ENOENT) return BROKEN_OFF_GONE;
  return look_for_signals((pid_t)job->call.pid);
}

/* Woken again and again until it has noticed: the signal may come just before its call. */
static void break_off(struct reach *reach, struct job *job, enum broken_off why) {
  job->broken_off = why;
  pthread_kill(job->worker, SIGRTMIN + 1);
  pthread_cond_broadcast(&reach->answered);
}

void reach_look(struct reach *reach) {
  long now = now_ms();
  pthread_mutex_lock(&reach->lock);
  size_t active = reach->active;
  for (size_t at = 0; at < MOST_JOBS && active > 0; at++) {
    struct job *job = &reach->jobs[at];
    if (job->state == JOB_FREE) continue;
    active--;
    if (job->state == JOB_QUEUED || now - job->since_ms < LONG_MS) continue;
    enum broken_off why = job->broken_off != NOT_BROKEN_OFF ? job->broken_off : look_at(reach, job);
    if (why != NOT_BROKEN_OFF) break_off(reach, job, why);
  }
  const struct job *first = reach->queue_count > 0 ? &reach->jobs[reach->queue[reach->queue_first]] : NULL;
  if (first != NULL && now - first->since_ms >= QUEUED_MS)
    for (size_t at = reach->idle; at < reach->queue_count && at < MOST_STARTED; at++) reach_start_worker(reach);
  pthread_mutex_unlock(&reach->lock);
}

enum broken_off reach_broken_off(struct reach *reach, struct job *job) {
  pthread_mutex_lock(&reach->lock);
  enum broken_off why = job->broken_off;
  pthread_mutex_unlock(&reach->lock);
  return why;
}
