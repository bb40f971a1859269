#include "ask-for-shell.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "exported-functions.h"
#include "find-socket.h"
#include "print.h"
#include "put-question.h"

static bool is(const char *word, const char *wanted) { return word != NULL && strcmp(word, wanted) == 0; }

/* A wrong call comes from a broken hook: nothing may run because of it. */
static int deny_usage(void) {
  print_denial(&(struct denial){
      .reason = "wrong call; guard-ask line|script|stdin SHELL PID [--interactive] [--prelude TEXT] [--exported-functions] "
                "[--incomplete] -- WORDS, or guard-ask start|prompt SHELL PID [STATUS]",
      .rule = "guard.bad-question",
  });
  return EXIT_DENIED;
}

/* Options of `line`; gives the place behind `--`, or NULL. */
static char *const *take_line_options(struct frame *question, char *const *word, enum question_kind *as) {
  for (; *word != NULL; word++) {
    if (is(*word, "--")) return word + 1;
    if (is(*word, "--interactive")) {
      add_field(question, "interactive", "yes");
      *as = QUESTION_TYPED;
    } else if (is(*word, "--incomplete")) add_field(question, "incomplete", "yes");
    else if (is(*word, "--prelude") && word[1] != NULL) add_field(question, "prelude", *++word);
    else if (is(*word, "--exported-functions")) add_exported_functions(question);
    else return NULL;
  }
  return NULL;
}

static bool add_line(struct frame *question, char *const *words, enum question_kind *as) {
  words = take_line_options(question, words, as);
  if (words == NULL || words[0] == NULL || words[1] != NULL) return false;
  add_field(question, "line", words[0]);
  return true;
}

/* What stands behind `--` is $0, $1 and so on; for a script $0 is its file too. */
static bool add_script_or_stdin(struct frame *question, const char *kind, char *const *words) {
  if (!is(words[0], "--")) return false;
  words++;
  if (is(kind, "script")) {
    if (words[0] == NULL) return false;
    add_field(question, "path", words[0]);
  }
  for (; *words != NULL; words++) add_field(question, "arg", *words);
  return true;
}

static int ask(const char *started_by, struct frame *question, enum question_kind kind) {
  char socket_path[PATH_ROOM];
  if (!find_socket(started_by, socket_path)) return deny_without_session();
  return put_question(socket_path, question, kind) == VERDICT_ALLOW ? EXIT_ALLOWED : EXIT_DENIED;
}

static int ask_check(const char *started_by, struct frame *question, char *const argv[]) {
  const char *kind = argv[1];
  char cwd[PATH_ROOM];
  if (getcwd(cwd, sizeof cwd) == NULL || cwd[0] != '/') return deny_without_folder();
  begin_question(question, "check");
  add_field(question, "layer", "hook");
  add_field(question, "kind", kind);
  add_field(question, "shell", argv[2]);
  add_field(question, "pid", argv[3]);
  add_field(question, "cwd", cwd);
  enum question_kind as = QUESTION_CHECK;
  bool understood = is(kind, "line") ? add_line(question, argv + 4, &as) : add_script_or_stdin(question, kind, argv + 4);
  return understood ? ask(started_by, question, as) : deny_usage();
}

static int ask_note(const char *started_by, struct frame *question, char *const argv[]) {
  begin_question(question, argv[1]);
  add_field(question, "shell", argv[2]);
  add_field(question, "pid", argv[3]);
  if (argv[4] != NULL) add_field(question, "status", argv[4]); /* how the line before this prompt ended */
  return ask(started_by, question, QUESTION_NOTE);
}

int ask_for_shell(int argc, char *const argv[], const char *started_by) {
  static struct frame question; /* too large for the stack */
  if (argc < 4) return deny_usage();
  bool is_prompt = is(argv[1], "prompt");
  if (is_prompt || is(argv[1], "start"))
    return argc == 4 || (is_prompt && argc == 5) ? ask_note(started_by, &question, argv) : deny_usage();
  bool is_check = is(argv[1], "line") || is(argv[1], "script") || is(argv[1], "stdin");
  return is_check ? ask_check(started_by, &question, argv) : deny_usage();
}
