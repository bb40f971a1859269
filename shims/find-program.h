/* The real program behind a shim: the walk along PATH that execvp would do, without guard's own files. */
#ifndef GUARD_FIND_PROGRAM_H
#define GUARD_FIND_PROGRAM_H

#include <sys/types.h>

#include "path-text.h"

struct program {
  char path[PATH_ROOM]; /* absolute */
  dev_t device;
  ino_t inode;
};

/* `search` is the value of PATH, NULL when there is none. False: no such program. */
bool find_program(const char *name, const char *search, const char *started_by, const char *cwd,
                  struct program *found);

/* It is still the file that was found. */
bool is_unchanged(const struct program *found);

#endif
