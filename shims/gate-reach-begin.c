/* What the connect rule needs before the agent runs: the seat's own rights, the session's agent.sock, descriptors enough, one thread. */
#include "gate-reach.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

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

static bool make_locks(struct reach *reach) {
  return pthread_mutex_init(&reach->lock, NULL) == 0 && pthread_mutex_init(&reach->known.lock, NULL) == 0 &&
         pthread_mutex_init(&reach->pinned.lock, NULL) == 0 && pthread_mutex_init(&reach->ports.lock, NULL) == 0 &&
         pthread_cond_init(&reach->work, NULL) == 0 &&
         pthread_cond_init(&reach->answered, NULL) == 0;
}

/* There from the start: later the tree may have used up all threads that this user may have. */
static bool start_first(struct reach *reach) {
  pthread_mutex_lock(&reach->lock);
  bool started = reach_start_worker(reach);
  pthread_mutex_unlock(&reach->lock);
  return started;
}

struct reach *reach_begin(int listener, const char *gate_socket) {
  struct reach *reach = calloc(1, sizeof *reach);
  if (reach == NULL) return NULL;
  reach->listener = listener;
  reach->most_workers = raise_limit();
  reach->asks = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  reach->agent_socket = open_agent_socket(gate_socket);
  bool begun = reach->asks >= 0 && read_own_rights(&reach->own) && set_wake_up() && make_locks(reach) && start_first(reach);
  if (begun) return reach;
  free(reach);
  return NULL;
}
