#include "shim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "find-program.h"
#include "find-socket.h"
#include "print.h"
#include "program-argv.h"
#include "put-question.h"

extern char **environ;

static void write_question(struct frame *question, const char *cwd, const char *path, char *const argv[]) {
  begin_question(question, "check");
  add_field(question, "layer", "shim");
  add_field(question, "kind", "argv");
  add_number(question, "pid", (unsigned long)getpid());
  add_field(question, "cwd", cwd);
  add_field(question, "path", path);
  for (char *const *word = argv; *word != NULL; word++) add_field(question, "arg", *word);
}

static int deny_changed(void) {
  print_denial(&(struct denial){
      .reason = "the program's file was changed while guard asked about it; run the command again",
      .rule = "guard.changed",
  });
  return EXIT_DENIED;
}

static int report_failed_start(const char *path) {
  int problem = errno;
  print_problem(path, strerror(problem));
  return problem == ENOENT ? EXIT_NOT_FOUND : EXIT_DENIED;
}

/* A script without `#!`: what execvp and every shell do with it. */
static void start_with_sh(int argc, char *const argv[], const char *path) {
  char **words = calloc((size_t)argc + 3, sizeof *words);
  if (words == NULL) return;
  words[0] = (char *)"/bin/sh";
  words[1] = (char *)path;
  for (int at = 1; at < argc; at++) words[at + 1] = argv[at];
  execve(words[0], words, environ);
  free(words);
}

/*
 * By path, not by descriptor: a descriptor that closes on exec cannot start a `#!` script (the interpreter opens
 * /dev/fd/N after the exec), and one that stays open leaks into the program. What is left is a short time in which the
 * file could be changed; is_unchanged makes it as short as it gets, the exec gate closes it.
 */
static int start(int argc, char *const argv[], const struct program *program) {
  if (!is_unchanged(program)) return deny_changed();
  execve(program->path, argv, environ);
  if (errno == ENOEXEC) start_with_sh(argc, argv, program->path);
  return report_failed_start(program->path);
}

int run_as_shim(int argc, char *argv[], const char *started_by) {
  static struct frame question; /* too large for the stack */
  char cwd[PATH_ROOM], socket_path[PATH_ROOM];
  struct program program;
  const char *name = last_part(started_by);
  if (getcwd(cwd, sizeof cwd) == NULL || cwd[0] != '/') return deny_without_folder();
  if (!find_program(name, getenv("PATH"), started_by, cwd, &program)) {
    print_problem(name, "there is no such program on PATH (this is guard's stand-in for it)");
    return EXIT_NOT_FOUND;
  }
  if (!find_socket(started_by, socket_path)) return deny_without_session();
  write_question(&question, cwd, program.path, argv);
  if (put_question(socket_path, &question, QUESTION_CHECK) != VERDICT_ALLOW) return EXIT_DENIED;
  struct program_argv ready;
  const struct shim_names names = {started_by, program.path, socket_path};
  if (!make_program_argv(&ready, argc, argv, &names)) return report_failed_start(program.path);
  return start(ready.count, ready.words, &program);
}
