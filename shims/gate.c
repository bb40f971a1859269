/* The gate: notifications, stops and verdicts, each answered at once; nothing here waits. */
#include "gate.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "print.h"
#include "seat.h"

enum { DENIED_STATUS = 126, PARK_AFTER_MS = 30 };

/* EXITKILL: what waits for a verdict dies with the gate. */
static struct task *trace(struct gate *gate, pid_t pid) {
  struct task *task = task_find(&gate->tasks, pid);
  if (task != NULL) return task;
  if (ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL) != 0) return NULL;
  task = task_add(&gate->tasks, pid);
  if (task == NULL) kill(pid, SIGKILL);
  return task;
}

static void respond(const struct gate *gate, uint64_t id, int problem) {
  struct seccomp_notif_resp response = {
      .id = id, .error = -problem, .flags = problem == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0};
  ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_SEND, &response); /* fails when the caller is gone: nothing is left to tell */
}

static bool tell(struct gate *gate, const char *op, unsigned long number, const char *key) {
  begin_frame(&gate->frame);
  add_field(&gate->frame, "op", op);
  add_number(&gate->frame, key, number);
  end_frame(&gate->frame);
  return gate_link_send(&gate->link, &gate->frame);
}

/* Opens a question; what comes behind its number is what is compared. */
static size_t begin_question(struct gate *gate, const char *op) {
  begin_frame(&gate->frame);
  add_field(&gate->frame, "op", op);
  for (size_t at = 0; at < gate->used_count; at++) add_number(&gate->frame, "used", gate->used[at]);
  add_number(&gate->frame, "id", ++gate->questions);
  return gate->frame.used;
}

static bool send_question(struct gate *gate) {
  end_frame(&gate->frame);
  gate->used_count = 0;
  return gate_link_send(&gate->link, &gate->frame);
}

/* The daemon hears of it with the next question, before which it does not matter. */
static bool note_used(struct gate *gate, unsigned long announced) {
  gate->used[gate->used_count++] = announced;
  if (gate->used_count < MOST_USED) return true;
  begin_question(gate, "used");
  return send_question(gate);
}

/* An announcement that nothing came of. */
static bool forget_announcement(struct gate *gate, struct task *task) {
  bool unused = task->early != EARLY_NONE; /* the answer may still be on its way */
  task->early = EARLY_NONE;
  return !unused || tell(gate, "unused", task->announced, "id");
}

static bool announce(struct gate *gate, struct task *task, const struct announcement *said) {
  size_t body = begin_question(gate, "announced");
  if (!announcement_add(&gate->frame, said, task->pid) || !body_keep(&task->said, &gate->frame, body)) return true;
  task->early = EARLY_ASKED;
  task->announced = gate->questions;
  return send_question(gate);
}

/* A call that fails raises nothing: there is no stop. What cannot be traced (it is already, or hides itself) may not exec. */
static bool notified(struct gate *gate) {
  struct seccomp_notif call;
  struct announcement said;
  memset(&call, 0, sizeof call);
  if (ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return errno == EINTR || errno == ENOENT;
  struct task *task = trace(gate, (pid_t)call.pid);
  if (task == NULL) {
    respond(gate, call.id, EPERM);
    return tell(gate, "untraceable", call.pid, "pid");
  }
  bool announced = announcement_read(&said, task->pid, call.data.nr, (const uint64_t *)call.data.args);
  respond(gate, call.id, 0);
  return forget_announcement(gate, task) && (!announced || announce(gate, task, &said));
}

static void let_go(struct gate *gate, struct task *task) {
  if (ptrace(PTRACE_DETACH, task->pid, 0, 0) != 0 && errno != ESRCH) kill(task->pid, SIGKILL);
  task_remove(&gate->tasks, task);
}

/* Most programs are let go as they are: what they begin with is only read when it is to be replaced. */
static bool keep(struct task *task) {
  if (!task->kept) task->kept = image_keep(&task->image, task->pid);
  return task->kept;
}

/* It stands still, as it was loaded. */
static void end_with(struct gate *gate, struct task *task, const char *text) {
  if (!keep(task) || !image_replace(&task->image, task->pid, text, DENIED_STATUS)) kill(task->pid, SIGKILL);
  let_go(gate, task);
}

static void settle(struct gate *gate, struct task *task) {
  if (task->denial != NULL) return end_with(gate, task, task->denial);
  if (facts_are_same(&task->words, task->pid)) return let_go(gate, task);
  unsigned long pid = (unsigned long)task->pid;
  kill(task->pid, SIGKILL);
  let_go(gate, task);
  if (!tell(gate, "rewritten", pid, "pid")) gate->broken = true;
}

static void deny_alone(struct gate *gate, struct task *task, const char *reason, const char *rule) {
  struct message text;
  write_denial(&text, &(struct denial){.reason = reason, .rule = rule});
  end_with(gate, task, text.bytes);
}

static bool is_asked(const struct task *task) { return task->state == TASK_HELD || task->state == TASK_PARKED; }

/* Nothing of what cannot be looked at may run. */
static bool kill_unreadable(struct gate *gate, struct task *task) {
  unsigned long pid = (unsigned long)task->pid;
  kill(task->pid, SIGKILL);
  let_go(gate, task);
  return tell(gate, "unreadable", pid, "pid");
}

/* It is what was announced: then the answer to that counts, now or when it comes. */
static bool take_early(struct gate *gate, struct task *task, size_t body) {
  if (task->early == EARLY_NONE || !body_is_same(&task->said, &gate->frame, body)) return false;
  if (task->early == EARLY_ASKED) {
    task->question = task->announced;
    return facts_keep(&task->words);
  }
  unsigned long announced = task->announced;
  let_go(gate, task);
  if (!note_used(gate, announced)) gate->broken = true;
  return true;
}

static bool put_question(struct gate *gate, struct task *task) {
  task->question = gate->questions;
  if (!facts_keep(&task->words)) return kill_unreadable(gate, task);
  if (gate->frame.too_long) {
    unsigned long pid = (unsigned long)task->pid;
    deny_alone(gate, task, "its arguments are longer than guard can check (1 MiB, 60,000 words)", "guard.too-long");
    return tell(gate, "too-long", pid, "pid");
  }
  return send_question(gate);
}

/* The program is loaded and has not run. */
static bool ask(struct gate *gate, struct task *task) {
  task->state = TASK_HELD;
  task->held_at_ms = now_ms();
  size_t body = begin_question(gate, "exec");
  if (!facts_add(&gate->frame, &task->words, task->pid)) return kill_unreadable(gate, task);
  if (take_early(gate, task, body)) return true;
  if (task->early == EARLY_NONE) return put_question(gate, task);
  /* The frame is needed for the news first. */
  if (!forget_announcement(gate, task)) return false;
  begin_question(gate, "exec");
  return facts_add(&gate->frame, &task->words, task->pid) ? put_question(gate, task) : kill_unreadable(gate, task);
}

/* Somebody made a waiting program exec: nothing of what was known of it counts for what it is now. */
static bool begin_again(struct gate *gate, struct task *task) {
  bool asked = is_asked(task);
  free(task->denial);
  task->denial = NULL;
  task->kept = false;
  task->early = EARLY_NONE;
  return !asked || tell(gate, "gone", task->question, "id");
}

/* An exec from a thread: it takes over the number of its process, and all other threads are gone. */
static bool loaded(struct gate *gate, pid_t pid) {
  unsigned long before = (unsigned long)pid;
  ptrace(PTRACE_GETEVENTMSG, pid, 0, &before);
  struct task *caller = (pid_t)before == pid ? NULL : task_find(&gate->tasks, (pid_t)before);
  if (caller != NULL) {
    if (!forget_announcement(gate, caller)) return false;
    task_remove(&gate->tasks, caller);
  }
  struct task *task = task_find(&gate->tasks, pid);
  if (task != NULL && task->state != TASK_CALLING && !begin_again(gate, task)) return false;
  if (task == NULL) task = task_add(&gate->tasks, pid);
  if (task == NULL) {
    kill(pid, SIGKILL);
    return true;
  }
  return ask(gate, task);
}

/* One of another kind (32 bits) cannot be parked: it does not wait for an answer that could not let it run anyway. */
static bool park(struct gate *gate, struct task *task) {
  task->state = TASK_PARKED;
  bool parked = keep(task) && image_park(&task->image, task->pid) && ptrace(PTRACE_CONT, task->pid, 0, 0) == 0;
  if (parked) return true;
  kill(task->pid, SIGKILL);
  return tell(gate, "unreadable", (unsigned long)task->pid, "pid");
}

static bool is_stop(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* A parked task that was told to stand still does, stopped by its user or not. */
static enum waited stopped(struct gate *gate, struct task *task, int signal) {
  if (task->state == TASK_RECALLED) {
    if (!image_put_back(&task->image, task->pid)) kill(task->pid, SIGKILL);
    settle(gate, task);
    return WAITED_TAKEN;
  }
  /* One that is held stands still until it is answered, whatever woke it: an interruption of the program before it. */
  if (task->state == TASK_HELD) return WAITED_TAKEN;
  ptrace(is_stop(signal) ? PTRACE_LISTEN : PTRACE_CONT, task->pid, 0, 0);
  return is_stop(signal) ? WAITED_GROUP_STOP : WAITED_TAKEN;
}

static void ended(struct gate *gate, struct task *task) {
  bool asked = is_asked(task);
  unsigned long question = task->question;
  forget_announcement(gate, task);
  task_remove(&gate->tasks, task);
  if (asked) tell(gate, "gone", question, "id");
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

static char *denial_of(const struct answer *answer) {
  struct message text;
  write_denial(&text, &(struct denial){
                          .reason = answer->reason != NULL ? answer->reason : "no reason was given",
                          .rule = answer->rule,
                          .check = answer->check,
                          .instead = answer->instead,
                      });
  return strdup(text.bytes);
}

/* A parked one must stand still first. */
static void act_on(struct gate *gate, struct task *task) {
  if (task->state == TASK_HELD) {
    settle(gate, task);
    return;
  }
  task->state = TASK_RECALLED;
  if (ptrace(PTRACE_INTERRUPT, task->pid, 0, 0) != 0) kill(task->pid, SIGKILL);
}

/* The daemon has judged what was announced. Whatever is no allow means: ask when it is loaded, which it may be by now. */
static void answered_early(struct gate *gate, struct task *task, enum answer_kind kind) {
  bool loaded = task->state != TASK_CALLING;
  task->early = kind == ANSWER_ALLOW && !loaded ? EARLY_ALLOWED : EARLY_NONE;
  if (!loaded) return;
  if (kind == ANSWER_ALLOW) {
    unsigned long announced = task->announced;
    act_on(gate, task);
    if (!note_used(gate, announced)) gate->broken = true;
    return;
  }
  begin_question(gate, "exec");
  bool asked = facts_add(&gate->frame, &task->words, task->pid) ? put_question(gate, task) : kill_unreadable(gate, task);
  if (!asked) gate->broken = true;
}

/* Only an allow for a question that waits lets something run. */
static void answered(void *state, const struct frame *frame) {
  struct gate *gate = state;
  struct answer answer;
  enum answer_kind kind = read_answer(frame, &answer);
  unsigned long id = answer.id == NULL ? 0 : strtoul(answer.id, NULL, 10);
  struct task *task = task_announced(&gate->tasks, id);
  if (task != NULL) return answered_early(gate, task, kind);
  task = task_asked(&gate->tasks, id);
  if (task == NULL || task->state == TASK_RECALLED) return;
  if (kind != ANSWER_ALLOW && (task->denial = denial_of(&answer)) == NULL) kill(task->pid, SIGKILL);
  act_on(gate, task);
}

struct gate *gate_connect(const char *socket_path) {
  struct gate *gate = calloc(1, sizeof *gate);
  if (gate == NULL) return NULL;
  gate->listener = -1;
  if (gate_link_open(&gate->link, socket_path)) return gate;
  int problem = errno;
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

bool gate_begin(struct gate *gate, int socket) {
  gate->listener = take_fd(socket);
  return gate->listener >= 0;
}

void gate_poll(const struct gate *gate, struct pollfd ready[GATE_POLLED]) {
  ready[0] = (struct pollfd){.fd = gate->listener, .events = POLLIN};
  ready[1] = (struct pollfd){.fd = gate->link.fd, .events = (short)(gate->link.out_used > 0 ? POLLIN | POLLOUT : POLLIN)};
}

/* While anything is traced it is looked at now and then, whatever became of the signal that told of it. */
int gate_wait_ms(const struct gate *gate) {
  enum { LOOK_AGAIN_MS = 250 };
  long now = now_ms(), soonest = gate->tasks.used > 0 ? LOOK_AGAIN_MS : -1;
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
    if (task->state == TASK_HELD && now - task->held_at_ms >= PARK_AFTER_MS && !park(gate, task)) gate->broken = true;
  }
}

bool gate_serve(struct gate *gate, const struct pollfd ready[GATE_POLLED]) {
  if (ready[1].revents & POLLOUT && !gate_link_flush(&gate->link)) return false;
  if (ready[1].revents & (POLLIN | POLLHUP | POLLERR) && !gate_link_read(&gate->link, answered, gate)) return false;
  if (ready[0].revents & POLLIN && !notified(gate)) return false;
  park_late(gate);
  return !gate->broken;
}
