/* What was loaded: a new program that has not run yet, as the daemon is told of it. */
#ifndef GUARD_GATE_FACTS_H
#define GUARD_GATE_FACTS_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "frame.h"

/* Where the words of a new program lie, and what they were. */
struct words_seen {
  uint64_t from;
  size_t length;
  char *bytes; /* a copy: a sum could be made to come out the same */
};

/* Fills in what was loaded; false: it cannot be told (then nothing of it may run). */
bool facts_add(struct frame *question, struct words_seen *seen, pid_t pid);
/* Keeps what facts_add has just read; false: no memory. */
bool facts_keep(struct words_seen *seen);
/* Arguments, variables and name are still what was kept. */
bool facts_are_same(const struct words_seen *seen, pid_t pid);

/* Parts of it, and of an announcement, in the order in which they stand: who it is and where; which file. */
bool read_link(const char *link, char target[PATH_MAX]);
bool add_process(struct frame *question, pid_t pid);
void add_file(struct frame *question, const char *path, dev_t device, uint64_t inode);

#endif
