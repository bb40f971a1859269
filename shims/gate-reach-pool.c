/* Calls and who carries them out: a bounded queue, and threads that are started when they are needed. */
#include "gate-reach.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "seat.h"

enum { STACK_BYTES = 512 << 10, KEPT_IDLE = 4 };

/* Its only use is that a call comes back. SIGRTMIN is the gate's own (gate-seize.c). */
static void wake_up(int signal) { (void)signal; }

static bool set_wake_up(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = wake_up;
  sigfillset(&action.sa_mask);
  return sigaction(SIGRTMIN + 1, &action, NULL) == 0;
}

/* Beside the gate's folder; one of another session, or one that comes later, is another file. */
static int open_agent_socket(const char *gate_socket) {
  char path[PATH_MAX];
  const char *end = strrchr(gate_socket, '/');
  if (end == NULL || snprintf(path, sizeof path, "%.*s/../agent/agent.sock", (int)(end - gate_socket), gate_socket) >= (int)sizeof path)
    return -1;
  return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

static bool read_own_rights(struct rights *own) {
  int proc = open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
  bool read = proc >= 0 && rights_read(own, proc);
  if (proc >= 0) close(proc);
  return read;
}

/* Each call holds a few: those of the gate itself must not run out. The agent was forked before. */
static size_t raise_limit(void) {
  enum { WANTED = 4096, FOR_EACH = 8, KEPT = 128 };
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 1;
  if (files.rlim_cur < WANTED) files.rlim_cur = files.rlim_max < WANTED ? files.rlim_max : WANTED;
  setrlimit(RLIMIT_NOFILE, &files);
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur < KEPT + FOR_EACH) return 1;
  size_t most = (size_t)(files.rlim_cur - KEPT) / FOR_EACH;
  return most < MOST_WORKERS ? most : MOST_WORKERS;
}

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

struct reach *reach_begin(int listener, const char *gate_socket) {
  struct reach *reach = calloc(1, sizeof *reach);
  if (reach == NULL) return NULL;
  reach->listener = listener;
  reach->most_workers = raise_limit();
  reach->asks = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  reach->agent_socket = open_agent_socket(gate_socket);
  bool begun = reach->asks >= 0 && read_own_rights(&reach->own) && set_wake_up() && pthread_mutex_init(&reach->lock, NULL) == 0 &&
               pthread_mutex_init(&reach->known.lock, NULL) == 0 && pthread_mutex_init(&reach->pinned.lock, NULL) == 0 &&
                pthread_cond_init(&reach->work, NULL) == 0 &&
               pthread_cond_init(&reach->answered, NULL) == 0;
  /* The first one is there from the start: later the tree may have used up all that this user may have. */
  if (begun && reach_start_worker(reach)) return reach;
  free(reach);
  return NULL;
}
