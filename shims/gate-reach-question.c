/* Questions of the workers: the gate's own thread owns the connection to the daemon. Only an allow for a question that waits lets a worker connect. */
#include "gate.h"

#include <unistd.h>

static const char *kind_text(enum outside_kind kind) {
  switch (kind) {
    case OUTSIDE_PATH: return "path";
    case OUTSIDE_ABSTRACT: return "abstract";
    case OUTSIDE_DATAGRAMS: return "datagrams";
    case OUTSIDE_DATAGRAM_PAIR: return "datagram-pair";
    case OUTSIDE_PORT: return "port";
    case OUTSIDE_TCP: return "tcp";
    case OUTSIDE_UNSEEN: break;
  }
  return "unseen";
}

static bool send_question(struct gate *gate, struct job *job) {
  const struct outside *outside = job->outside;
  question_begin(gate, "reach");
  add_number(&gate->frame, "pid", job->call.pid);
  add_field(&gate->frame, "kind", kind_text(outside->kind));
  add_field(&gate->frame, "name", outside->name);
  add_field(&gate->frame, "bound", outside->bound);
  add_number(&gate->frame, "device", outside->device);
  add_number(&gate->frame, "inode", outside->inode);
  add_field(&gate->frame, "found", !outside->is_socket ? "other" : outside->is_answered ? "socket" : "nobody");
  job->question = gate->questions;
  job->state = JOB_ASKED;
  return question_send(gate);
}

bool reach_send_questions(struct gate *gate) {
  struct reach *reach = gate->reach;
  uint64_t count;
  if (read(reach->asks, &count, sizeof count) < 0) return true;
  bool sent = true;
  pthread_mutex_lock(&reach->lock);
  for (size_t at = 0; at < MOST_JOBS && sent; at++)
    if (reach->jobs[at].state == JOB_ASKING) sent = send_question(gate, &reach->jobs[at]);
  pthread_mutex_unlock(&reach->lock);
  return sent;
}

bool reach_answered(struct reach *reach, unsigned long question, bool allowed) {
  bool is_ours = false;
  pthread_mutex_lock(&reach->lock);
  for (size_t at = 0; at < MOST_JOBS && reach->asked > 0 && !is_ours; at++) {
    struct job *job = &reach->jobs[at];
    if (job->state != JOB_ASKED || job->question != question) continue;
    is_ours = true;
    job->allowed = allowed;
    job->state = JOB_RUNNING;
    pthread_cond_broadcast(&reach->answered);
  }
  pthread_mutex_unlock(&reach->lock);
  return is_ours;
}

bool reach_ask(struct reach *reach, struct job *job, const struct outside *outside) {
  uint64_t one = 1;
  pthread_mutex_lock(&reach->lock);
  reach->asked++;
  job->outside = outside;
  job->allowed = false;
  job->state = JOB_ASKING;
  if (write(reach->asks, &one, sizeof one) < 0) job->state = JOB_RUNNING;
  while (job->state != JOB_RUNNING && job->broken_off == NOT_BROKEN_OFF) pthread_cond_wait(&reach->answered, &reach->lock);
  bool allowed = job->state == JOB_RUNNING && job->allowed;
  job->state = JOB_RUNNING;
  job->outside = NULL;
  reach->asked--;
  pthread_mutex_unlock(&reach->lock);
  return allowed;
}
