/* Calls and who carries them out: a bounded queue, and threads that are started when they are needed. */
#include "gate-reach.h"

#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>

#include "seat.h"

enum { STACK_BYTES = 512 << 10, KEPT_IDLE = 4 };

static struct job *next_job(struct reach *reach) {
  if (reach->queue_count == 0) return NULL;
  struct job *job = &reach->jobs[reach->queue[reach->queue_first]];
  reach->queue_first = (reach->queue_first + 1) % MOST_JOBS;
  reach->queue_count--;
  return job;
}

static void take_job(struct reach *reach, struct job *job) {
  job->state = JOB_RUNNING;
  job->worker = pthread_self();
  pthread_mutex_unlock(&reach->lock);
  reach_carry_out(reach, job);
  pthread_mutex_lock(&reach->lock);
  job->state = JOB_FREE;
  reach->active--;
}

/* All signals but the one that breaks it off are for the gate's own thread. */
static void *work(void *state) {
  struct reach *reach = state;
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGRTMIN + 1);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  pthread_mutex_lock(&reach->lock);
  for (struct job *job;;) {
    if ((job = next_job(reach)) != NULL) take_job(reach, job);
    else if (reach->idle >= KEPT_IDLE) break;
    else {
      reach->idle++;
      pthread_cond_wait(&reach->work, &reach->lock);
      reach->idle--;
    }
  }
  reach->workers--;
  pthread_mutex_unlock(&reach->lock);
  return NULL;
}

bool reach_start_worker(struct reach *reach) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, before;
  if (reach->workers >= reach->most_workers || pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = pthread_create(&thread, &attributes, work, reach) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (started) reach->workers++;
  return started;
}

static struct job *free_job(struct reach *reach) {
  for (size_t at = 0; at < MOST_JOBS; at++)
    if (reach->jobs[at].state == JOB_FREE) return &reach->jobs[at];
  return NULL;
}

/* Few threads do for what is quick; reach_look starts more for what is not. False: no place, or nobody to do it. */
static bool put_job(struct reach *reach, const struct seccomp_notif *call) {
  enum { QUICK_WORKERS = 4 };
  struct job *job = free_job(reach);
  if (job == NULL) return false;
  if (reach->idle <= reach->queue_count && reach->workers < QUICK_WORKERS) reach_start_worker(reach);
  if (reach->workers == 0) return false;
  *job = (struct job){.state = JOB_QUEUED, .call = *call, .since_ms = now_ms()};
  reach->queue[(reach->queue_first + reach->queue_count++) % MOST_JOBS] = (size_t)(job - reach->jobs);
  reach->active++;
  pthread_cond_signal(&reach->work);
  return true;
}

void reach_take(struct reach *reach, const struct seccomp_notif *call) {
  pthread_mutex_lock(&reach->lock);
  bool put = put_job(reach, call);
  pthread_mutex_unlock(&reach->lock);
  if (put) return;
  struct seccomp_notif_resp response = {.id = call->id, .error = -EAGAIN};
  ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}
