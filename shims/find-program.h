/* The real program behind a shim: the walk along PATH that execvp would do, without guard's own files. */
#ifndef GUARD_FIND_PROGRAM_H
#define GUARD_FIND_PROGRAM_H

#include <sys/stat.h>

#include "path-text.h"

struct program {
  char path[PATH_ROOM]; /* absolute */
  struct stat file;     /* as it was found */
};

/* `search` is the value of PATH, NULL when there is none. False: no such program. */
bool find_program(const char *name, const char *search, const char *started_by, const char *cwd,
                  struct program *found);

/* It is still the file that was found, and nobody has written to it. */
bool is_unchanged(const struct program *found);

#endif
