/* What the agent reads on stderr. Each message is one write: lines of several programs do not mix. */
#ifndef GUARD_PRINT_H
#define GUARD_PRINT_H

#include <stddef.h>

struct denial {
  const char *reason;
  const char *detail; /* the rest may be NULL; this stands behind the reason, in brackets */
  const char *rule;
  const char *check;
  const char *instead;
};

enum { LONG_TEXT = 6000, SHORT_TEXT = 200, MESSAGE_ROOM = 2 * LONG_TEXT + 5 * SHORT_TEXT };

/* Ended by NUL. */
struct message {
  size_t used;
  char bytes[MESSAGE_ROOM + 1];
};

/* guard: denied: REASON (DETAIL) [rule RULE, check CHECK], and perhaps guard: instead: INSTEAD */
void write_denial(struct message *message, const struct denial *denial);
void print_denial(const struct denial *denial);

/* guard: SUBJECT: PROBLEM */
void print_problem(const char *subject, const char *problem);

#endif
