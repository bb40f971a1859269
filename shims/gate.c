/* The gate from its beginning on: notifications, stops and verdicts, each answered at once; nothing here waits. */
#include "gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gate-enter.h"
#include "seat.h"

enum { PARK_AFTER_MS = 30 };

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
  if (!gate_call_again(gate) || (ready[0].revents & POLLIN && !gate_notified(gate))) return false;
  park_late(gate);
  reach_look(gate->reach);
  if (ready[2].revents & POLLIN && !reach_send_questions(gate)) return false;
  return !gate->broken;
}
