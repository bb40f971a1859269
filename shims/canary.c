/* The command line of guard-canary; canary.h says what it is for. */
#include "canary.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE_ROOM = 8192, USAGE = 2 };

static const struct {
  const char *name;
  int (*deed)(const char *object);
} DEEDS[] = {
    {"ptrace", deed_ptrace},     {"memory", deed_memory},     {"kill", deed_kill}, {"connect", deed_connect},
    {"abstract", deed_abstract}, {"terminal", deed_terminal}, {"type", deed_type}, {"capability", deed_capability},
};

static int carry_out(const char *name, const char *object) {
  for (size_t at = 0; at < sizeof DEEDS / sizeof *DEEDS; at++)
    if (strcmp(DEEDS[at].name, name) == 0) return DEEDS[at].deed(object);
  return ENOSYS;
}

/* "ID DEED OBJECT": the object is the rest of the line. */
static void answer(char *line) {
  char *rest = line;
  const char *id = strsep(&rest, " ");
  const char *name = rest == NULL ? "" : strsep(&rest, " ");
  printf("{\"id\":\"%s\",\"errno\":%d}\n", id, carry_out(name, rest == NULL ? "" : rest));
  fflush(stdout);
}

/* One line for each deed; the answers are JSON, like those of the other drivers. */
static int try_deeds(void) {
  static char line[LINE_ROOM];
  puts("ready");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (*line != '\0') answer(line);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "try") == 0) return try_deeds();
  if (argc == 3 && strcmp(argv[1], "hold") == 0) return hold(argv[2]);
  if (argc == 3 && strcmp(argv[1], "mark") == 0) return deed_mark(argv[2]) == 0 ? 0 : 1;
  fputs("guard-canary: a part of guard doctor; use that\n", stderr);
  return USAGE;
}
