/* A call that the filter tells of, answered at once: it goes on, is refused, put aside, or handed to the connect rule. */
#include "gate.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "gate-text.h"
#include "gate-thread.h"

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

bool gate_notified(struct gate *gate) {
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

bool gate_call_again(struct gate *gate) {
  struct caller caller;
  for (size_t left = gate->seizing.aside_count; left > 0 && aside_take(&gate->seizing, &caller); left--) {
    bool waits = ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &caller.call.id) == 0;
    if (waits && !called(gate, &caller)) return false;
  }
  return true;
}
