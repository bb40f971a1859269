/* What the gate tells the daemon. Announcements that became true ride on the next question, before which they do not matter. */
#include "gate.h"

bool gate_tell(struct gate *gate, const char *op, unsigned long number, const char *key) {
  begin_frame(&gate->frame);
  add_field(&gate->frame, "op", op);
  add_number(&gate->frame, key, number);
  end_frame(&gate->frame);
  return gate_link_send(&gate->link, &gate->frame);
}

/* Opens a question; what comes behind its number is what is compared. */
size_t question_begin(struct gate *gate, const char *op) {
  begin_frame(&gate->frame);
  add_field(&gate->frame, "op", op);
  for (size_t at = 0; at < gate->used_count; at++) add_number(&gate->frame, "used", gate->used[at]);
  add_number(&gate->frame, "id", ++gate->questions);
  return gate->frame.used;
}

bool question_send(struct gate *gate) {
  end_frame(&gate->frame);
  gate->used_count = 0;
  return gate_link_send(&gate->link, &gate->frame);
}

/* The daemon hears of it with the next question, before which it does not matter. */
bool question_note_used(struct gate *gate, unsigned long announced) {
  gate->used[gate->used_count++] = announced;
  if (gate->used_count < MOST_USED) return true;
  question_begin(gate, "used");
  return question_send(gate);
}
