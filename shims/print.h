/* What the agent reads on stderr. Each message is one write: lines of several programs do not mix. */
#ifndef GUARD_PRINT_H
#define GUARD_PRINT_H

struct denial {
  const char *reason;
  const char *detail; /* the rest may be NULL; this stands behind the reason, in brackets */
  const char *rule;
  const char *check;
  const char *instead;
};

/* guard: denied: REASON (DETAIL) [rule RULE, check CHECK], and perhaps guard: instead: INSTEAD */
void print_denial(const struct denial *denial);

/* guard: SUBJECT: PROBLEM */
void print_problem(const char *subject, const char *problem);

#endif
