/* What the launcher writes down for the seat: words, each ends with NUL, and so does the last, or the text is cut off. */
#ifndef GUARD_CONFINE_WORDS_H
#define GUARD_CONFINE_WORDS_H

#include <stddef.h>
#include <string.h>

struct words {
  const char *at, *end;
};

/* NULL: there is none. */
static inline const char *words_next(struct words *words) {
  if (words->at >= words->end) return NULL;
  const char *word = words->at;
  words->at += strlen(word) + 1;
  return word;
}

#endif
