#include "program-argv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bash-options.h"

/* Shells, whose $0 it is, and small tools that begin their messages with it. */
static bool keeps_bare_name(const char *name) {
  static const char *const keepers[] = {
      "ash", "awk", "bash", "busybox", "chgrp", "chmod", "chown", "cp", "dash", "date", "dd", "env", "find",
      "fish", "gawk", "install", "kill", "ksh", "ln", "mawk", "mkdir", "mktemp", "mv", "nice", "nohup",
      "rbash", "rm", "rmdir", "sed", "sh", "sort", "split", "tar", "tee", "timeout", "touch", "uniq", "xargs",
      "zsh",
  };
  for (size_t at = 0; at < sizeof keepers / sizeof keepers[0]; at++)
    if (strcmp(keepers[at], name) == 0) return true;
  return false;
}

static bool is_bash(const char *name) { return strcmp(name, "bash") == 0 || strcmp(name, "rbash") == 0; }

static enum bash_stdio stdio_now(void) {
  return isatty(STDIN_FILENO) && isatty(STDERR_FILENO) ? BASH_ON_TERMINAL : BASH_ELSEWHERE;
}

static bool rc_file_beside(const char *socket_path, char rc_file[PATH_ROOM]) {
  char folder[PATH_ROOM];
  return folder_of(socket_path, folder) && join_path(folder, strlen(folder), "rc.bash", rc_file);
}

/* Right behind argv[0]: bash wants its long options first. */
static bool add_rc_file(struct program_argv *into, int argc, char *argv[]) {
  char **words = calloc((size_t)argc + 3, sizeof *words);
  if (words == NULL) return false;
  words[0] = argv[0];
  words[1] = (char *)"--rcfile";
  words[2] = into->rc_file;
  for (int at = 1; at < argc; at++) words[at + 2] = argv[at];
  into->words = words;
  into->count = argc + 2;
  return true;
}

static bool names_the_shim(const char *word, const char *started_by, const char *name) {
  if (strcmp(word, started_by) == 0) return true;
  return strcmp(word, name) == 0 && !keeps_bare_name(name);
}

bool make_program_argv(struct program_argv *into, int argc, char *argv[], const struct shim_names *names) {
  const char *name = last_part(names->started_by);
  into->count = argc;
  into->words = argv;
  if (argc < 1) return true;
  if (names_the_shim(argv[0], names->started_by, name)) argv[0] = (char *)names->program_path;
  if (!is_bash(name) || !bash_reads_rc(argc, argv, stdio_now())) return true;
  if (!rc_file_beside(names->socket_path, into->rc_file)) {
    errno = ENAMETOOLONG;
    return false;
  }
  return add_rc_file(into, argc, argv);
}
