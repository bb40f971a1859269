#include "print.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* Text of our own. */
static void add_words(struct message *message, const char *words) {
  size_t length = strlen(words);
  if (length > MESSAGE_ROOM - message->used) length = MESSAGE_ROOM - message->used;
  memcpy(message->bytes + message->used, words, length);
  message->used += length;
}

/* Text of others: cut, and without anything that could begin a line or move the cursor. */
static void add_foreign(struct message *message, const char *text, size_t limit) {
  for (size_t at = 0; text[at] != '\0' && at < limit && message->used < MESSAGE_ROOM; at++) {
    unsigned char byte = (unsigned char)text[at];
    message->bytes[message->used++] = byte < 0x20 || byte == 0x7f ? '?' : text[at];
  }
}

/* A reader that is gone must not end us by a signal: the exit status has to be ours. Nothing is started after this. */
static void write_message(const struct message *message) {
  signal(SIGPIPE, SIG_IGN);
  for (size_t written = 0; written < message->used;) {
    ssize_t now = write(STDERR_FILENO, message->bytes + written, message->used - written);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return;
    written += (size_t)now;
  }
}

static void add_origin(struct message *message, const struct denial *denial) {
  if (denial->rule == NULL && denial->check == NULL) return;
  add_words(message, " [");
  if (denial->rule != NULL) {
    add_words(message, "rule ");
    add_foreign(message, denial->rule, SHORT_TEXT);
  }
  if (denial->rule != NULL && denial->check != NULL) add_words(message, ", ");
  if (denial->check != NULL) {
    add_words(message, "check ");
    add_foreign(message, denial->check, SHORT_TEXT);
  }
  add_words(message, "]");
}

void write_denial(struct message *message, const struct denial *denial) {
  message->used = 0;
  add_words(message, "guard: denied: ");
  add_foreign(message, denial->reason, LONG_TEXT);
  if (denial->detail != NULL) {
    add_words(message, " (");
    add_foreign(message, denial->detail, SHORT_TEXT);
    add_words(message, ")");
  }
  add_origin(message, denial);
  add_words(message, "\n");
  if (denial->instead != NULL) {
    add_words(message, "guard: instead: ");
    add_foreign(message, denial->instead, LONG_TEXT);
    add_words(message, "\n");
  }
  message->bytes[message->used] = '\0';
}

void print_denial(const struct denial *denial) {
  struct message message;
  write_denial(&message, denial);
  write_message(&message);
}

void print_problem(const char *subject, const char *problem) {
  struct message message;
  message.used = 0;
  add_words(&message, "guard: ");
  add_foreign(&message, subject, LONG_TEXT);
  add_words(&message, ": ");
  add_foreign(&message, problem, LONG_TEXT);
  add_words(&message, "\n");
  write_message(&message);
}
