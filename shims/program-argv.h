/*
 * argv for the real program. An argv[0] that names the shim, by its bare name or by its path, becomes the program's own
 * path: many programs look from there for the place where they are installed, and would look into guard's folder
 * (measured: gcc found no cc1, cmake no modules, python lost its venv). A few keep the bare name, because they show it
 * in every message and never look. Any other argv[0] stays as it is. An interactive bash gets guard's start-up file.
 */
#ifndef GUARD_PROGRAM_ARGV_H
#define GUARD_PROGRAM_ARGV_H

#include "path-text.h"

struct program_argv {
  int count;
  char **words;
  char rc_file[PATH_ROOM];
};

struct shim_names {
  const char *started_by;
  const char *program_path;
  const char *socket_path;
};

/* False with errno: no memory. */
bool make_program_argv(struct program_argv *into, int argc, char *argv[], const struct shim_names *names);

#endif
