/*
 * What an execve says that it will load, read from its caller's memory: so that the daemon can think about it while the
 * kernel loads the program. The caller may change it at any time: it is a hint, nothing is ever decided by it.
 */
#include "gate.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_WORDS = 24, WORD_ROOM = 256 };

static ssize_t read_memory(pid_t pid, uint64_t from, void *into, size_t room) {
  struct iovec here = {.iov_base = into, .iov_len = room};
  struct iovec there = {.iov_base = (void *)(uintptr_t)from, .iov_len = room};
  return process_vm_readv(pid, &here, 1, &there, 1, 0);
}

/* All in one call; one that is long, or ends on the last page of its memory, spoils it: then there is no hint. */
static bool read_words(pid_t pid, const uint64_t *places, size_t count, char (*words)[WORD_ROOM]) {
  struct iovec here[MOST_WORDS], there[MOST_WORDS];
  for (size_t at = 0; at < count; at++) {
    here[at] = (struct iovec){.iov_base = words[at], .iov_len = WORD_ROOM};
    there[at] = (struct iovec){.iov_base = (void *)(uintptr_t)places[at], .iov_len = WORD_ROOM};
  }
  if (process_vm_readv(pid, here, count, there, count, 0) != (ssize_t)(count * WORD_ROOM)) return false;
  for (size_t at = 0; at < count; at++)
    if (memchr(words[at], '\0', WORD_ROOM) == NULL) return false;
  return true;
}

/* Places of the words: the file first, then argv. 0: too many, or not to be read. */
static size_t find_places(pid_t pid, const uint64_t arguments[6], uint64_t places[MOST_WORDS]) {
  places[0] = arguments[0];
  ssize_t got = read_memory(pid, arguments[1], places + 1, (MOST_WORDS - 1) * sizeof *places);
  for (size_t at = 1; got > 0 && at <= (size_t)got / sizeof *places; at++)
    if (places[at] == 0) return at;
  return 0;
}

static bool is_there(const char *file) {
  struct stat found;
  return file[0] == '/' && stat(file, &found) == 0;
}

bool hint_write(struct frame *frame, pid_t pid, int call, const uint64_t arguments[6]) {
  uint64_t places[MOST_WORDS];
  char words[MOST_WORDS][WORD_ROOM], cwd[PATH_MAX], link[64];
  size_t count = call == SYS_execve ? find_places(pid, arguments, places) : 0;
  if (count < 2 || !read_words(pid, places, count, words) || !is_there(words[0])) return false;
  snprintf(link, sizeof link, "/proc/%ld/cwd", (long)pid);
  ssize_t length = readlink(link, cwd, sizeof cwd - 1);
  if (length <= 0) return false;
  cwd[length] = '\0';
  begin_frame(frame);
  add_field(frame, "op", "hint");
  add_field(frame, "cwd", cwd);
  add_field(frame, "file", words[0]);
  for (size_t at = 1; at < count; at++) add_field(frame, "arg", words[at]);
  end_frame(frame);
  return true;
}
