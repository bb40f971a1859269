/* FILE FOLDER, then for each name: KIND STAMP PATH; each word ends with NUL. What it does not know ends the start. */
#include "confine-keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "confine-words.h"

static const struct {
  const char *word;
  enum kept_kind kind;
} KINDS[] = {{"hidden", KEPT_HIDDEN}, {"stand-in", KEPT_STAND_IN}, {"read-only", KEPT_READ_ONLY}, {"until-changed", KEPT_UNTIL_CHANGED}};

static bool find_kind(const char *word, enum kept_kind *kind) {
  for (size_t at = 0; at < sizeof KINDS / sizeof *KINDS; at++) {
    if (strcmp(KINDS[at].word, word) != 0) continue;
    *kind = KINDS[at].kind;
    return true;
  }
  return false;
}

static bool read_name(const char *word, struct words *text, struct kept *kept) {
  *kept = (struct kept){.stamp = words_next(text)};
  kept->path = words_next(text); /* in a list of its own: the order within one is the compiler's */
  return find_kind(word, &kept->kind) && kept->path != NULL && kept->path[0] == '/';
}

/* NULL with errno. It ends with NUL whatever the file does. */
static char *read_text(const char *path, size_t *length) {
  struct stat found;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  char *text = fstat(file, &found) == 0 ? calloc((size_t)found.st_size + 1, 1) : NULL;
  ssize_t got = text == NULL ? -1 : read(file, text, (size_t)found.st_size);
  close(file);
  if (got < 0 || got != found.st_size) {
    free(text);
    return NULL;
  }
  *length = (size_t)got;
  return text;
}

static bool read_all(struct words text, struct kept_list *list) {
  list->file = words_next(&text);
  list->folder = words_next(&text);
  if (list->folder == NULL) return false;
  for (const char *word; (word = words_next(&text)) != NULL; list->count++)
    if (!read_name(word, &text, &list->names[list->count])) return false;
  return true;
}

bool kept_read(const char *path, struct kept_list *list) {
  size_t length = 0, words = 0;
  *list = (struct kept_list){.text = read_text(path, &length)};
  if (list->text == NULL) return false;
  for (size_t at = 0; at < length; at++) words += list->text[at] == '\0';
  list->names = calloc(words + 1, sizeof *list->names);
  if (list->names != NULL && read_all((struct words){.at = list->text, .end = list->text + length}, list)) return true;
  free(list->names);
  free(list->text);
  *list = (struct kept_list){0};
  errno = EINVAL;
  return false;
}
