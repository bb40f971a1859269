/* The gate: notifications, stops and verdicts, each answered at once; nothing here waits. */
#include "gate.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "seat.h"

enum { PARK_AFTER_MS = 30 };

/* False: the caller is gone. */
static bool respond(const struct gate *gate, uint64_t id, int problem) {
  struct seccomp_notif_resp response = {
      .id = id, .error = -problem, .flags = problem == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0};
  return ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_SEND, &response) == 0;
}

/* A call that fails raises nothing: there is no stop. */
static bool let_call(struct gate *gate, const struct seccomp_notif *call, struct task *task) {
  struct announcement said;
  bool announced = announcement_read(gate, &said, call);
  enum text_watch watch = text_watch(task, call->data.nr, (const uint64_t *)call->data.args);
  if (watch == TEXT_REFUSED) {
    respond(gate, call->id, EACCES);
    return gate_forget(gate, task) && gate_tell(gate, "unjudged-text", call->pid, "pid");
  }
  if (watch == TEXT_STOP_BEFORE) ptrace(PTRACE_INTERRUPT, task->pid, 0, 0);
  respond(gate, call->id, 0);
  if (watch == TEXT_STOP_AFTER) ptrace(PTRACE_INTERRUPT, task->pid, 0, 0);
  return gate_forget(gate, task) && (!announced || gate_announce(gate, task, &said));
}

/* What cannot be traced may not exec. */
static bool called(struct gate *gate, struct caller *caller) {
  struct task *task;
  switch (task_seize(gate, caller, &task)) {
    case SEIZED: return let_call(gate, &caller->call, task);
    case SEIZED_LATER: return true;
    case SEIZED_STILL_NOT: respond(gate, caller->call.id, EPERM); return true;
    case SEIZED_NOT: break;
  }
  return !respond(gate, caller->call.id, EPERM) || gate_tell(gate, "untraceable", caller->call.pid, "pid");
}

/* Its arguments are numbers: nobody can change them behind this. */
static bool let_hindrance(const struct gate *gate, const struct seccomp_notif *call) {
  respond(gate, call->id, hinders_guard(&call->data, gate->guarded, gate->guarded_count) ? EPERM : 0);
  return true;
}

static bool let_mount(struct gate *gate, const struct seccomp_notif *call) {
  gate->served.below = true;
  respond(gate, call->id, 0);
  return true;
}

static bool notified(struct gate *gate) {
  struct caller caller;
  memset(&caller, 0, sizeof caller);
  if (ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_RECV, &caller.call) != 0) return errno == EINTR || errno == ENOENT;
  if (is_hindrance(caller.call.data.nr)) return let_hindrance(gate, &caller.call);
  if (is_mounting(caller.call.data.nr)) return let_mount(gate, &caller.call);
  bool is_exec = caller.call.data.nr == SYS_execve || caller.call.data.nr == SYS_execveat;
  if (is_exec) return called(gate, &caller);
  reach_take(gate->reach, &caller.call);
  return true;
}

static bool call_again(struct gate *gate) {
  struct caller caller;
  for (size_t left = gate->seizing.aside_count; left > 0 && aside_take(&gate->seizing, &caller); left--) {
    bool waits = ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &caller.call.id) == 0;
    if (waits && !called(gate, &caller)) return false;
  }
  return true;
}

/* Somebody made a waiting program exec: nothing of what was known of it counts for what it is now. */
static bool begin_again(struct gate *gate, struct task *task) {
  bool asked = task_is_asked(task);
  free(task->denial);
  task->denial = NULL;
  task->kept = false;
  task->early = EARLY_NONE;
  return !asked || gate_tell(gate, "gone", task->question, "id");
}

/* An exec from a thread: it takes over the number of its process, and all other threads are gone. */
static bool loaded(struct gate *gate, pid_t pid) {
  unsigned long before = (unsigned long)pid;
  ptrace(PTRACE_GETEVENTMSG, pid, 0, &before);
  struct task *caller = (pid_t)before == pid ? NULL : task_find(&gate->tasks, (pid_t)before);
  if (caller != NULL) {
    if (!gate_forget(gate, caller)) return false;
    task_remove(&gate->tasks, caller);
  }
  struct task *task = task_find(&gate->tasks, pid);
  /* What the process's first thread announced, an execve that failed perhaps, is nothing that this one said. */
  if (task != NULL && (pid_t)before != pid && !gate_forget(gate, task)) return false;
  if (task != NULL && task->state != TASK_CALLING && !begin_again(gate, task)) return false;
  if (task == NULL) task = task_add(&gate->tasks, pid);
  if (task == NULL) {
    kill(pid, SIGKILL);
    return true;
  }
  task->watch = (struct call_watch){.on = false};
  return gate_ask(gate, task);
}

static bool is_stop(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* A parked task that was told to stand still does, stopped by its user or not. */
static enum waited stopped(struct gate *gate, struct task *task, int signal) {
  if (task->state == TASK_CALLING && task->watch.on && !text_look(&gate->aside, task) &&
      !gate_tell(gate, "unjudged-text", (unsigned long)task->pid, "pid"))
    gate->broken = true;
  if (task->state == TASK_RECALLED) {
    if (!image_put_back(&gate->aside, &task->image, task->pid)) kill(task->pid, SIGKILL);
    task_settle(gate, task);
    return WAITED_TAKEN;
  }
  /* One that is held stands still until it is answered, whatever woke it: an interruption of the program before it. */
  if (task->state == TASK_HELD) return WAITED_TAKEN;
  ptrace(is_stop(signal) ? PTRACE_LISTEN : PTRACE_CONT, task->pid, 0, 0);
  return is_stop(signal) ? WAITED_GROUP_STOP : WAITED_TAKEN;
}

static void ended(struct gate *gate, struct task *task) {
  bool asked = task_is_asked(task);
  unsigned long question = task->question;
  gate_forget(gate, task);
  task_remove(&gate->tasks, task);
  if (asked) gate_tell(gate, "gone", question, "id");
}

enum waited gate_waited(struct gate *gate, pid_t pid, int status) {
  if (WIFSTOPPED(status) && status >> 16 == PTRACE_EVENT_EXEC) {
    gate->broken = !loaded(gate, pid) || gate->broken;
    return WAITED_TAKEN;
  }
  struct task *task = task_find(&gate->tasks, pid);
  if (task == NULL) return WAITED_NOT_OURS;
  if (!WIFSTOPPED(status)) {
    ended(gate, task);
    return WAITED_NOT_OURS;
  }
  if (status >> 16 == PTRACE_EVENT_STOP) return stopped(gate, task, WSTOPSIG(status));
  if (task->state != TASK_HELD) ptrace(PTRACE_CONT, pid, 0, WSTOPSIG(status));
  return WAITED_TAKEN;
}

struct gate *gate_connect(const char *socket_path) {
  struct gate *gate = calloc(1, sizeof *gate);
  if (gate == NULL) return NULL;
  gate->listener = -1;
  gate->socket_path = strdup(socket_path);
  if (gate->socket_path != NULL && gate_link_open(&gate->link, socket_path)) return gate;
  int problem = errno;
  free(gate->socket_path);
  free(gate);
  errno = problem;
  return NULL;
}

bool gate_enter(int socket, const pid_t *guarded, size_t guarded_count) {
  scope_enter(); /* where the kernel cannot, the filter alone keeps guard's processes */
  int listener = filter_install(guarded, guarded_count);
  if (listener < 0 || !pass_fd(socket, listener)) return false;
  close(listener);
  return true;
}

/* Sockets outside are open. */
static bool tell_open(struct gate *gate, const char *reason) {
  begin_frame(&gate->frame);
  add_field(&gate->frame, "op", "no-connect-rule");
  add_field(&gate->frame, "reason", reason);
  end_frame(&gate->frame);
  return gate_link_send(&gate->link, &gate->frame);
}

bool gate_begin(struct gate *gate, int socket, const pid_t *guarded, size_t guarded_count) {
  gate->guarded = guarded;
  gate->guarded_count = guarded_count;
  served_begin(&gate->served);
  gate->listener = take_fd(socket);
  if (gate->listener < 0 || !seizing_begin(&gate->seizing)) return false;
  char reason[PROBE_ROOM];
  gate->reach = reach_begin(gate->listener, gate->socket_path);
  return gate->reach != NULL && (reach_probe(reason, sizeof reason) || tell_open(gate, reason));
}

void gate_poll(const struct gate *gate, struct pollfd ready[GATE_POLLED]) {
  ready[0] = (struct pollfd){.fd = gate->listener, .events = POLLIN};
  ready[1] = (struct pollfd){.fd = gate->link.fd, .events = (short)(gate->link.out_used > 0 ? POLLIN | POLLOUT : POLLIN)};
  ready[2] = (struct pollfd){.fd = gate->reach->asks, .events = POLLIN};
}

/* While anything is traced it is looked at now and then, whatever became of the signal that told of it. */
int gate_wait_ms(const struct gate *gate) {
  enum { LOOK_AGAIN_MS = 250, CALL_AGAIN_MS = 1 };
  if (gate->seizing.aside_count > 0) return CALL_AGAIN_MS;
  long now = now_ms(), soonest = reach_wait_ms(gate->reach);
  if (soonest < 0 && gate->tasks.used > 0) soonest = LOOK_AGAIN_MS;
  for (size_t at = 0; at < gate->tasks.used; at++) {
    const struct task *task = &gate->tasks.list[at];
    if (task->state != TASK_HELD) continue;
    long left = task->held_at_ms + PARK_AFTER_MS - now;
    if (left < 0) left = 0;
    if (soonest < 0 || left < soonest) soonest = left;
  }
  return (int)soonest;
}

static void park_late(struct gate *gate) {
  long now = now_ms();
  for (size_t at = 0; at < gate->tasks.used; at++) {
    struct task *task = &gate->tasks.list[at];
    if (task->state == TASK_HELD && now - task->held_at_ms >= PARK_AFTER_MS && !task_park(gate, task)) gate->broken = true;
  }
}

bool gate_serve(struct gate *gate, const struct pollfd ready[GATE_POLLED]) {
  if (ready[1].revents & POLLOUT && !gate_link_flush(&gate->link)) return false;
  if (ready[1].revents & (POLLIN | POLLHUP | POLLERR) && !gate_link_read(&gate->link, gate_answered, gate)) return false;
  if (!call_again(gate) || (ready[0].revents & POLLIN && !notified(gate))) return false;
  park_late(gate);
  reach_look(gate->reach);
  if (ready[2].revents & POLLIN && !reach_send_questions(gate)) return false;
  return !gate->broken;
}
