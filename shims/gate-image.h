/* A program that was loaded and has not run yet: its first instructions can be replaced, and put back. */
#ifndef GUARD_GATE_IMAGE_H
#define GUARD_GATE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

#include "gate-aside.h"

enum { IMAGE_CODE_BYTES = 32 };

struct image {
  struct user_regs_struct registers;
  unsigned char code[IMAGE_CODE_BYTES];
};

/* All of them: the task stands still; false: it cannot be done (it is gone, or not ours to write). */
bool image_keep(struct aside *aside, struct image *image, pid_t pid);
/* It waits, for ever, in a loop that every signal can end or stop. */
bool image_park(struct aside *aside, const struct image *image, pid_t pid);
bool image_put_back(struct aside *aside, const struct image *image, pid_t pid);
/* It writes the text to its stderr and exits with the status. */
bool image_replace(struct aside *aside, const struct image *image, pid_t pid, const char *text, int status);

#endif
