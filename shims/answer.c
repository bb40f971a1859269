#include "answer.h"

#include <string.h>

/* A key that is known and comes twice makes the answer unusable; others are for clients to come. */
static bool take_field(struct answer *answer, const char *field) {
  const struct {
    const char *key;
    const char **value;
  } known[] = {
      {"id", &answer->id},         {"verdict", &answer->verdict}, {"noted", &answer->noted},
      {"reason", &answer->reason}, {"rule", &answer->rule},       {"check", &answer->check},
      {"instead", &answer->instead},
  };
  const char *equals = strchr(field, '=');
  if (equals == NULL) return false;
  size_t key_length = (size_t)(equals - field);
  for (size_t at = 0; at < sizeof known / sizeof known[0]; at++) {
    if (strlen(known[at].key) != key_length || memcmp(known[at].key, field, key_length) != 0) continue;
    if (*known[at].value != NULL) return false;
    *known[at].value = equals + 1;
  }
  return true;
}

static bool read_fields(const struct frame *frame, struct answer *answer) {
  const char *field = (const char *)frame->bytes + FRAME_HEAD;
  const char *end = field + frame->used;
  if (frame->used == 0 || end[-1] != '\0' || strcmp(field, "guard=1") != 0) return false;
  for (field += strlen(field) + 1; field < end; field += strlen(field) + 1)
    if (!take_field(answer, field)) return false;
  return true;
}

static bool is(const char *text, const char *wanted) { return text != NULL && strcmp(text, wanted) == 0; }

enum answer_kind read_answer(const struct frame *frame, struct answer *answer) {
  memset(answer, 0, sizeof *answer);
  if (!read_fields(frame, answer)) return ANSWER_UNUSABLE;
  if (answer->verdict != NULL && answer->noted != NULL) return ANSWER_UNUSABLE;
  /* Whatever it denies: a question that the daemon could not read has no number to give back. */
  if (is(answer->verdict, "deny")) return ANSWER_DENY;
  if (answer->id == NULL) return ANSWER_UNUSABLE;
  if (is(answer->verdict, "allow")) return ANSWER_ALLOW;
  if (is(answer->noted, "yes")) return ANSWER_NOTED;
  return ANSWER_UNUSABLE;
}
