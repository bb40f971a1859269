/* bubblewrap's words for mounts -> steps. Those that src/confine/mount-args.ts writes; every other one ends the start. */
#include "confine-mounts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "confine-words.h"

struct word {
  const char *name;
  struct step step; /* what it begins as */
  bool has_from;
};

static const struct word WORDS[] = {
    {"--ro-bind", {.kind = STEP_BIND, .protection = PROTECT_WRITES | PROTECT_DEVICES}, true},
    {"--ro-bind-try", {.kind = STEP_BIND, .protection = PROTECT_WRITES | PROTECT_DEVICES, .may_be_gone = true}, true},
    {"--bind-try", {.kind = STEP_BIND, .protection = PROTECT_DEVICES, .may_be_gone = true}, true},
    {"--dev-bind", {.kind = STEP_BIND}, true},
    {"--perms", {.kind = STEP_EMPTY}, true},
    {"--symlink", {.kind = STEP_LINK}, true},
    {"--remount-ro", {.kind = STEP_CLOSE}, false},
};

static const struct word *find(const char *name) {
  for (size_t at = 0; at < sizeof WORDS / sizeof *WORDS; at++)
    if (strcmp(WORDS[at].name, name) == 0) return &WORDS[at];
  return NULL;
}

/* --perms MODE --tmpfs PATH is one step. */
static bool read_step(const struct word *word, struct words *text, struct step *step) {
  *step = word->step;
  step->tree = -1;
  if (word->has_from && (step->from = words_next(text)) == NULL) return false;
  if (step->kind == STEP_EMPTY) {
    const char *tmpfs = words_next(text);
    if (tmpfs == NULL || strcmp(tmpfs, "--tmpfs") != 0) return false;
  }
  step->path = words_next(text);
  return step->path != NULL && step->path[0] == '/';
}

const char *steps_read(const char *bytes, size_t length, struct steps *steps) {
  struct words text = {.at = bytes, .end = bytes + length};
  size_t words = 0;
  *steps = (struct steps){0};
  errno = EINVAL;
  if (length > 0 && bytes[length - 1] != '\0') return "(cut off)";
  for (size_t at = 0; at < length; at++) words += bytes[at] == '\0';
  steps->list = calloc(words + 1, sizeof *steps->list);
  if (steps->list == NULL) return "memory";
  for (const char *name; (name = words_next(&text)) != NULL; steps->count++) {
    const struct word *word = find(name);
    if (word == NULL || !read_step(word, &text, &steps->list[steps->count])) return name;
  }
  return NULL;
}
