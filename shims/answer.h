/* The daemon's answer. Whatever is not exactly an allow, a deny or a note is unusable, and that is a deny. */
#ifndef GUARD_ANSWER_H
#define GUARD_ANSWER_H

#include "frame.h"

/* The asker's own number: one question for each connection, so it is always the same. */
#define QUESTION_ID "1"

enum answer_kind { ANSWER_UNUSABLE = 0, ANSWER_DENY, ANSWER_ALLOW, ANSWER_NOTED };

/* Texts lie in the frame that was read; NULL: not there. */
struct answer {
  const char *id, *verdict, *noted, *reason, *rule, *check, *instead;
};

enum answer_kind read_answer(const struct frame *frame, struct answer *answer);

#endif
