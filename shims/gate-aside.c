#include "gate-aside.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STACK_BYTES = 256 << 10 };

static const struct {
  long patience_ms;
  unsigned most_left;
} bounds[] = {[ASIDE_FOR_SPEED] = {20, 4}, [ASIDE_NEEDED] = {1000, 8}};

enum stage { IDLE = 0, WORKING, DONE, LEFT };

struct aside_worker {
  pthread_mutex_t lock; /* of what is below; the job is done without it */
  pthread_cond_t changed;
  enum stage stage;
  void (*job)(void *state);
  atomic_uint *left;
  _Alignas(max_align_t) unsigned char state[ASIDE_ROOM];
};

/* True: nobody waits for it any more. */
static bool finish(struct aside_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  bool left = worker->stage == LEFT;
  worker->stage = DONE;
  pthread_cond_signal(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  return left;
}

static void *work(void *state) {
  struct aside_worker *worker = state;
  do {
    pthread_mutex_lock(&worker->lock);
    while (worker->stage != WORKING && worker->stage != LEFT) pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
    worker->job(worker->state);
  } while (!finish(worker));
  atomic_fetch_sub(worker->left, 1);
  free(worker);
  return NULL;
}

static bool set_up(struct aside_worker *worker) {
  pthread_condattr_t clock;
  return pthread_mutex_init(&worker->lock, NULL) == 0 && pthread_condattr_init(&clock) == 0 &&
         pthread_condattr_setclock(&clock, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&worker->changed, &clock) == 0;
}

/* Signals are the loop's: a handler that jumps (gate-seize.c) must never run here. */
static bool start(struct aside_worker *worker) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, mine;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mine);
  bool started = pthread_create(&thread, &attributes, work, worker) == 0;
  pthread_sigmask(SIG_SETMASK, &mine, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

static struct aside_worker *hire(struct aside *aside) {
  struct aside_worker *worker = calloc(1, sizeof *worker);
  if (worker == NULL) return NULL;
  worker->left = &aside->left;
  if (set_up(worker) && start(worker)) return worker;
  free(worker);
  return NULL;
}

static struct timespec in_ms(long ms) {
  enum { NS = 1000000000 };
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  at.tv_nsec += ms * 1000000L;
  at.tv_sec += at.tv_nsec / NS;
  at.tv_nsec %= NS;
  return at;
}

/* With its lock. False: time is up, and it is left. */
static bool await(struct aside_worker *worker, long ms) {
  struct timespec until = in_ms(ms);
  while (worker->stage == WORKING)
    if (pthread_cond_timedwait(&worker->changed, &worker->lock, &until) == ETIMEDOUT) break;
  bool done = worker->stage == DONE;
  worker->stage = done ? IDLE : LEFT;
  return done;
}

bool aside_do(struct aside *aside, enum aside_kind kind, void (*job)(void *state), void *state, size_t size) {
  if (size > ASIDE_ROOM || atomic_load(&aside->left) >= bounds[kind].most_left) return false;
  if (aside->worker == NULL && (aside->worker = hire(aside)) == NULL) return false;
  struct aside_worker *worker = aside->worker;
  pthread_mutex_lock(&worker->lock);
  worker->job = job;
  memcpy(worker->state, state, size);
  worker->stage = WORKING;
  pthread_cond_signal(&worker->changed);
  bool done = await(worker, bounds[kind].patience_ms);
  if (done) memcpy(state, worker->state, size);
  else {
    atomic_fetch_add(&aside->left, 1); /* before it can come back */
    aside->worker = NULL;
  }
  pthread_mutex_unlock(&worker->lock);
  return done;
}
