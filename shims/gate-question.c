/*
 * From an execve to its answer: announced while the kernel loads it, asked for when it is loaded and is not what was announced.
 * Only an allow for a question that waits lets something run.
 */
#include "gate.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "print.h"
#include "seat.h"

/* An announcement that nothing came of. */
bool gate_forget(struct gate *gate, struct task *task) {
  bool unused = task->early != EARLY_NONE; /* the answer may still be on its way */
  task->early = EARLY_NONE;
  return !unused || gate_tell(gate, "unused", task->announced, "id");
}

bool gate_announce(struct gate *gate, struct task *task, struct announcement *said) {
  size_t body = question_begin(gate, "announced");
  if (!announcement_add(&gate->frame, said) || !body_keep(&task->said, &gate->frame, body)) return true;
  task->early = EARLY_ASKED;
  task->announced = gate->questions;
  return question_send(gate);
}

/* It is what was announced: then the answer to that counts, now or when it comes. */
static bool take_early(struct gate *gate, struct task *task, size_t body) {
  if (task->early == EARLY_NONE || !body_is_same(&task->said, &gate->frame, body)) return false;
  if (task->early == EARLY_ASKED) {
    task->question = task->announced;
    return facts_keep(&task->words);
  }
  unsigned long announced = task->announced;
  task_let_go(gate, task);
  if (!question_note_used(gate, announced)) gate->broken = true;
  return true;
}

static bool put_question(struct gate *gate, struct task *task) {
  task->question = gate->questions;
  if (!facts_keep(&task->words)) return task_kill_unreadable(gate, task);
  if (gate->frame.too_long) {
    unsigned long pid = (unsigned long)task->pid;
    task_deny(gate, task, "its arguments are longer than guard can check (1 MiB, 60,000 words)", "guard.too-long");
    return gate_tell(gate, "too-long", pid, "pid");
  }
  return question_send(gate);
}

/* The program is loaded and has not run. */
bool gate_ask(struct gate *gate, struct task *task) {
  task->state = TASK_HELD;
  task->held_at_ms = now_ms();
  size_t body = question_begin(gate, "exec");
  if (!facts_add(&gate->frame, &task->words, task->pid)) return task_kill_unreadable(gate, task);
  if (take_early(gate, task, body)) return true;
  if (task->early == EARLY_NONE) return put_question(gate, task);
  /* The frame is needed for the news first. */
  if (!gate_forget(gate, task)) return false;
  question_begin(gate, "exec");
  return facts_add(&gate->frame, &task->words, task->pid) ? put_question(gate, task) : task_kill_unreadable(gate, task);
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

/* The daemon has judged what was announced. Whatever is no allow means: ask when it is loaded, which it may be by now. */
static void answered_early(struct gate *gate, struct task *task, enum answer_kind kind) {
  /* What waits for another question, and was made to exec meanwhile, does not wait for this answer. */
  bool loaded = task->state != TASK_CALLING && task->question == task->announced;
  task->early = kind == ANSWER_ALLOW && !loaded ? EARLY_ALLOWED : EARLY_NONE;
  if (!loaded) return;
  if (kind == ANSWER_ALLOW) {
    unsigned long announced = task->announced;
    task_act(gate, task);
    if (!question_note_used(gate, announced)) gate->broken = true;
    return;
  }
  question_begin(gate, "exec");
  bool asked = facts_add(&gate->frame, &task->words, task->pid) ? put_question(gate, task) : task_kill_unreadable(gate, task);
  if (!asked) gate->broken = true;
}

/* Only an allow for a question that waits lets something run. */
void gate_answered(void *state, const struct frame *frame) {
  struct gate *gate = state;
  struct answer answer;
  enum answer_kind kind = read_answer(frame, &answer);
  unsigned long id = answer.id == NULL ? 0 : strtoul(answer.id, NULL, 10);
  if (reach_answered(gate->reach, id, kind == ANSWER_ALLOW)) return;
  struct task *task = task_announced(&gate->tasks, id);
  if (task != NULL) return answered_early(gate, task, kind);
  task = task_asked(&gate->tasks, id);
  if (task == NULL || task->state == TASK_RECALLED) return;
  if (kind != ANSWER_ALLOW && (task->denial = denial_of(&answer)) == NULL) kill(task->pid, SIGKILL);
  task_act(gate, task);
}
