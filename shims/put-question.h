/* One question to the daemon, from the finished fields to the verdict. What the agent should read is printed here. */
#ifndef GUARD_PUT_QUESTION_H
#define GUARD_PUT_QUESTION_H

#include "frame.h"

enum { EXIT_ALLOWED = 0, EXIT_DENIED = 126, EXIT_NOT_FOUND = 127 };

enum verdict { VERDICT_DENY = 0, VERDICT_ALLOW };

/* A check is answered by allow or deny, a note by `noted`. Typed: a check, and a person looks at the screen meanwhile. */
enum question_kind { QUESTION_CHECK, QUESTION_TYPED, QUESTION_NOTE };

/* Begins a frame with `op` and the id. */
void begin_question(struct frame *question, const char *op);

enum verdict put_question(const char *socket_path, struct frame *question, enum question_kind kind);

/* Denials that need no daemon. */
int deny_without_session(void);
int deny_without_folder(void);

#endif
