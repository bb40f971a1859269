/*
 * What was really loaded, read while it stands still: its file, its folder, its arguments, the name by which it was started
 * (a script's, when the file is the script's interpreter), and variables that bring other code into it.
 * Nothing of this comes from the caller's memory. It lies in the new program's own, where another process of the same user
 * could change it while it waits: so it is read again, and compared, before the program is let go.
 */
#include "gate-facts.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/stat.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include "gate-variables.h"

enum { PROC_ROOM = 64 };

static const char *proc_path(char room[PROC_ROOM], pid_t pid, const char *name) {
  snprintf(room, PROC_ROOM, "/proc/%ld/%s", (long)pid, name);
  return room;
}

bool read_link(const char *link, char target[PATH_MAX]) {
  ssize_t length = readlink(link, target, PATH_MAX - 1);
  if (length <= 0 || length >= PATH_MAX - 1) return false;
  target[length] = '\0';
  return true;
}

/* Numbers of /proc/PID/stat, counted from the state, which is the first behind the name. */
enum { STAT_PARENT = 2, STAT_START = 20, STAT_ARGUMENTS = 46, STAT_VARIABLES = 48, STAT_END = 49, STAT_COUNT };

/* The name stands in brackets and may hold anything, brackets too. */
static bool read_stat(pid_t pid, unsigned long numbers[STAT_COUNT]) {
  char path[PROC_ROOM], text[2048];
  int fd = (int)syscall(SYS_openat, AT_FDCWD, proc_path(path, pid, "stat"), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  if (length <= 0) return false;
  text[length] = '\0';
  char *at = strrchr(text, ')');
  for (size_t field = 1; field < STAT_COUNT; field++) {
    at = at == NULL ? NULL : strchr(at + 1, ' ');
    if (at == NULL) return false;
    numbers[field] = strtoul(at + 1, NULL, 10);
  }
  return true;
}

/* The kernel writes the arguments, then the variables, then the name, each ended by NUL. */
enum { MOST_WORDS_BYTES = 8 << 20 };
static char words[MOST_WORDS_BYTES + PATH_MAX + 1]; /* too large for the stack; nothing is kept here */

static ssize_t read_memory(pid_t pid, uint64_t from, char *into, size_t length) {
  struct iovec here = {.iov_base = into, .iov_len = length};
  struct iovec there = {.iov_base = (void *)(uintptr_t)from, .iov_len = length};
  return process_vm_readv(pid, &here, 1, &there, 1, 0);
}

/* The name ends on the last page of the stack: what is behind it cannot be read. 0: it cannot be told. */
static size_t read_words(pid_t pid, uint64_t from, size_t sure) {
  enum { PAGE = 4096 };
  size_t most = sure + PATH_MAX;
  if (sure > MOST_WORDS_BYTES) return 0;
  for (size_t length = sure; length < most;) {
    length += PAGE - (from + length) % PAGE;
    if (length > most) length = most;
    ssize_t got = read_memory(pid, from, words, length);
    if (got < (ssize_t)sure) return 0;
    char *end = memchr(words + sure, '\0', (size_t)got - sure);
    if (end != NULL) return (size_t)(end - words) + 1;
    if ((size_t)got < length) return 0;
  }
  return 0;
}

/* More words than the daemon reads are too long for it, however short they are. */
static void add_all(struct frame *question, const char *key, const char *from, const char *to) {
  enum { MOST_WORDS = 60000 };
  size_t count = 0;
  for (const char *at = from; at < to && !question->too_long; at += strlen(at) + 1) {
    add_field(question, key, at);
    if (++count > MOST_WORDS) question->too_long = true;
  }
}

static void add_variables(struct frame *question, const char *from, const char *to) {
  enum { MOST_SETTINGS = 1000 };
  size_t count = 0;
  for (const char *at = from; at < to; at += strlen(at) + 1) {
    if (!variable_brings_code(at) || variable_is_own(at)) continue;
    add_field(question, "env", at);
    if (++count > MOST_SETTINGS) question->too_long = true;
  }
}

static bool add_words(struct frame *question, struct words_seen *seen, pid_t pid, const unsigned long numbers[STAT_COUNT]) {
  uint64_t from = numbers[STAT_ARGUMENTS], end = numbers[STAT_END];
  if (from == 0 || end < from || numbers[STAT_VARIABLES] < from || numbers[STAT_VARIABLES] > end) return false;
  size_t variables = (size_t)(numbers[STAT_VARIABLES] - from), name = (size_t)(end - from);
  size_t length = read_words(pid, from, name);
  if (length == 0) return false;
  words[length] = '\0'; /* whatever was written there meanwhile: no text goes on behind it */
  seen->from = from;
  seen->length = length;
  add_field(question, "file", words + name);
  add_all(question, "arg", words, words + variables);
  add_variables(question, words + variables, words + name);
  return true;
}

static bool add_numbers(struct frame *question, pid_t pid, unsigned long numbers[STAT_COUNT]) {
  char link[PROC_ROOM], cwd[PATH_MAX];
  if (!read_stat(pid, numbers) || !read_link(proc_path(link, pid, "cwd"), cwd)) return false;
  add_number(question, "pid", (unsigned long)pid);
  add_number(question, "parent", numbers[STAT_PARENT]);
  add_number(question, "start", numbers[STAT_START]);
  add_field(question, "cwd", cwd);
  return true;
}

bool add_process(struct frame *question, pid_t pid) {
  unsigned long numbers[STAT_COUNT] = {0};
  return add_numbers(question, pid, numbers);
}

/* Names can be given to other files, in other mount namespaces too: device and inode tell which one it is. */
void add_file(struct frame *question, const char *path, dev_t device, uint64_t inode) {
  add_field(question, "path", path);
  add_number(question, "device", (unsigned long)device);
  add_number(question, "inode", (unsigned long)inode);
}

/* DONT_SYNC: a file system whose server does not answer must not hold the gate. */
static bool add_loaded(struct frame *question, pid_t pid) {
  char link[PROC_ROOM], path[PATH_MAX];
  struct statx file;
  proc_path(link, pid, "exe");
  if (syscall(SYS_statx, AT_FDCWD, link, AT_STATX_DONT_SYNC, STATX_INO, &file) != 0 || !read_link(link, path)) return false;
  add_file(question, path, makedev(file.stx_dev_major, file.stx_dev_minor), file.stx_ino);
  return true;
}

bool facts_add(struct frame *question, struct words_seen *seen, pid_t pid) {
  unsigned long numbers[STAT_COUNT] = {0};
  return add_numbers(question, pid, numbers) && add_loaded(question, pid) && add_words(question, seen, pid, numbers);
}

bool facts_keep(struct words_seen *seen) {
  char *bytes = realloc(seen->bytes, seen->length);
  if (bytes == NULL) return false;
  memcpy(bytes, words, seen->length);
  seen->bytes = bytes;
  return true;
}

bool facts_are_same(const struct words_seen *seen, pid_t pid) {
  return seen->bytes != NULL && read_memory(pid, seen->from, words, seen->length) == (ssize_t)seen->length &&
         memcmp(words, seen->bytes, seen->length) == 0;
}
