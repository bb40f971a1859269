#include "exported-functions.h"

#include <stdbool.h>
#include <string.h>

extern char **environ;

#define PREFIX "BASH_FUNC_"

enum { ROOM = 60000 };

struct text {
  size_t used;
  char bytes[ROOM + 1];
};

static bool append(struct text *text, const char *from, size_t length) {
  if (length > ROOM - text->used) return false;
  memcpy(text->bytes + text->used, from, length);
  text->used += length;
  text->bytes[text->used] = '\0';
  return true;
}

/* Names that are plain words in any text. */
static bool is_plain_name(const char *name, size_t length) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:+@";
  return length > 0 && strspn(name, plain) >= length;
}

/* `BASH_FUNC_name%%=() {…}`, with `()` for `%%` in some old builds. */
static bool append_function(struct text *text, const char *entry) {
  const char *name = entry + strlen(PREFIX);
  const char *equals = strchr(name, '=');
  /* bash does not take these for functions either. */
  if (equals == NULL || equals - name < 3 || strncmp(equals, "=() {", 5) != 0) return true;
  size_t length = (size_t)(equals - name) - 2;
  if (!is_plain_name(name, length)) return false;
  size_t before = text->used;
  bool fits = append(text, name, length) && append(text, " ", 1) && append(text, equals + 1, strlen(equals + 1)) &&
              append(text, "\n", 1);
  if (!fits) text->bytes[text->used = before] = '\0';
  return fits;
}

void add_exported_functions(struct frame *question) {
  static struct text text; /* too large for the stack */
  bool whole = true;
  for (char **entry = environ; *entry != NULL; entry++)
    if (strncmp(*entry, PREFIX, strlen(PREFIX)) == 0) whole = append_function(&text, *entry) && whole;
  if (text.used > 0) add_field(question, "prelude", text.bytes);
  if (!whole) add_field(question, "incomplete", "yes");
}
