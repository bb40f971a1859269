#include "bash-options.h"

#include <stddef.h>
#include <string.h>

struct reading {
  bool other_start; /* login, --norc, --posix, a file of its own */
  bool command;     /* -c */
  bool from_stdin;  /* -s */
  bool interactive; /* -i */
};

enum long_effect { LONG_NOTHING, LONG_OTHER_START, LONG_OTHER_START_WITH_VALUE };

static const struct {
  const char *name;
  enum long_effect effect;
} LONG_OPTIONS[] = {
    {"debug", LONG_NOTHING},         {"debugger", LONG_NOTHING},
    {"dump-po-strings", LONG_NOTHING}, {"dump-strings", LONG_NOTHING},
    {"help", LONG_NOTHING},          {"init-file", LONG_OTHER_START_WITH_VALUE},
    {"login", LONG_OTHER_START},     {"noediting", LONG_NOTHING},
    {"noprofile", LONG_NOTHING},     {"norc", LONG_OTHER_START},
    {"posix", LONG_OTHER_START},     {"pretty-print", LONG_NOTHING},
    {"rcfile", LONG_OTHER_START_WITH_VALUE}, {"restricted", LONG_NOTHING},
    {"verbose", LONG_NOTHING},       {"version", LONG_NOTHING},
};

/* NULL: no long option of bash. */
static const enum long_effect *find_long(const char *name) {
  for (size_t at = 0; at < sizeof LONG_OPTIONS / sizeof LONG_OPTIONS[0]; at++)
    if (strcmp(LONG_OPTIONS[at].name, name) == 0) return &LONG_OPTIONS[at].effect;
  return NULL;
}

/* Long options stand first; one dash does for them too (-login). Gives the first word that is none. */
static int read_long_options(int argc, char *const argv[], struct reading *reading) {
  int at = 1;
  for (; at < argc && argv[at][0] == '-'; at++) {
    const enum long_effect *effect = find_long(argv[at] + (argv[at][1] == '-' ? 2 : 1));
    if (effect == NULL) break;
    if (*effect != LONG_NOTHING) reading->other_start = true;
    if (*effect == LONG_OTHER_START_WITH_VALUE) at++;
  }
  return at < argc ? at : argc;
}

/* One word of letters. Gives how many of the words behind it are values: one for each -o and -O. */
static int read_letters(const char *word, struct reading *reading) {
  int values = 0;
  for (const char *letter = word + 1; *letter != '\0'; letter++) {
    switch (*letter) {
      case 'c': reading->command = true; break;
      case 's': reading->from_stdin = true; break;
      case 'l': reading->other_start = true; break;
      case 'i': reading->interactive = word[0] == '-'; break;
      case 'o':
      case 'O': values++; break;
      default: break;
    }
  }
  return values;
}

/* Gives the place of the first operand. */
static int read_short_options(int argc, char *const argv[], int at, struct reading *reading) {
  while (at < argc && (argv[at][0] == '-' || argv[at][0] == '+')) {
    if (strcmp(argv[at], "-") == 0 || strcmp(argv[at], "--") == 0) return at + 1;
    at += 1 + read_letters(argv[at], reading);
  }
  return at;
}

bool bash_reads_rc(int argc, char *const argv[], enum bash_stdio stdio) {
  struct reading reading = {.other_start = argc < 1 || argv[0][0] == '-'}; /* -bash: a login shell */
  int operand = read_short_options(argc, argv, read_long_options(argc, argv, &reading), &reading);
  if (reading.other_start || reading.command) return false;
  if (reading.interactive) return true;
  return (operand >= argc || reading.from_stdin) && stdio == BASH_ON_TERMINAL;
}
