/* What becomes of a program that is held: let go as it is, ended with guard's line, parked while somebody thinks, killed. */
#include "gate.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>

#include "print.h"

enum { DENIED_STATUS = 126 };

void task_let_go(struct gate *gate, struct task *task) {
  if (ptrace(PTRACE_DETACH, task->pid, 0, 0) != 0 && errno != ESRCH) kill(task->pid, SIGKILL);
  task_remove(&gate->tasks, task);
}

/* Most programs are let go as they are: what they begin with is only read when it is to be replaced. */
static bool keep(struct gate *gate, struct task *task) {
  if (!task->kept) task->kept = image_keep(&gate->aside, &task->image, task->pid);
  return task->kept;
}

/* It stands still, as it was loaded. */
static void end_with(struct gate *gate, struct task *task, const char *text) {
  if (!keep(gate, task) || !image_replace(&gate->aside, &task->image, task->pid, text, DENIED_STATUS)) kill(task->pid, SIGKILL);
  task_let_go(gate, task);
}

void task_settle(struct gate *gate, struct task *task) {
  if (task->denial != NULL) return end_with(gate, task, task->denial);
  if (facts_are_same(&task->words, task->pid)) return task_let_go(gate, task);
  unsigned long pid = (unsigned long)task->pid;
  kill(task->pid, SIGKILL);
  task_let_go(gate, task);
  if (!gate_tell(gate, "rewritten", pid, "pid")) gate->broken = true;
}

void task_deny(struct gate *gate, struct task *task, const char *reason, const char *rule) {
  struct message text;
  write_denial(&text, &(struct denial){.reason = reason, .rule = rule});
  end_with(gate, task, text.bytes);
}

/* Nothing of what cannot be looked at may run. */
bool task_kill_unreadable(struct gate *gate, struct task *task) {
  unsigned long pid = (unsigned long)task->pid;
  kill(task->pid, SIGKILL);
  task_let_go(gate, task);
  return gate_tell(gate, "unreadable", pid, "pid");
}

/* One of another kind (32 bits) cannot be parked: it does not wait for an answer that could not let it run anyway. */
bool task_park(struct gate *gate, struct task *task) {
  task->state = TASK_PARKED;
  bool parked = keep(gate, task) && image_park(&gate->aside, &task->image, task->pid) && ptrace(PTRACE_CONT, task->pid, 0, 0) == 0;
  if (parked) return true;
  kill(task->pid, SIGKILL);
  return gate_tell(gate, "unreadable", (unsigned long)task->pid, "pid");
}

/* A parked one must stand still first. */
void task_act(struct gate *gate, struct task *task) {
  if (task->state == TASK_HELD) {
    task_settle(gate, task);
    return;
  }
  task->state = TASK_RECALLED;
  if (ptrace(PTRACE_INTERRUPT, task->pid, 0, 0) != 0) kill(task->pid, SIGKILL);
}
