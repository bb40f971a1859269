/* What waitpid tells of a traced task: it has loaded a program, it stands still, it has ended. */
#include "gate.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "gate-text.h"

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
