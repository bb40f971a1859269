/*
 * What an execve says that it will load, read from its caller's memory while the caller stands in the call: so that the
 * daemon can judge it while the kernel loads the program. The caller may lie, or change it at any time: an allow counts only
 * when what was loaded in the end is the same, field for field.
 */
#include "gate.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "seat.h"

static ssize_t read_places(pid_t pid, uint64_t from, uint64_t *places, size_t count) {
  struct iovec here = {.iov_base = places, .iov_len = count * sizeof *places};
  struct iovec there = {.iov_base = (void *)(uintptr_t)from, .iov_len = count * sizeof *places};
  return process_vm_readv(pid, &here, 1, &there, 1, 0);
}

/* Of the file, then of argv. 0: too many, or not to be read. */
static size_t find_places(pid_t pid, const uint64_t arguments[6], uint64_t places[ANNOUNCED_WORDS]) {
  places[0] = arguments[0];
  ssize_t got = read_places(pid, arguments[1], places + 1, ANNOUNCED_WORDS - 1);
  for (size_t at = 1; got > 0 && at <= (size_t)got / sizeof *places; at++)
    if (places[at] == 0) return at;
  return 0;
}

/* All in one call; one that is long, or ends on the last page of its memory, spoils it: then nothing is announced. */
static bool read_words(struct announcement *said) {
  uint64_t places[ANNOUNCED_WORDS];
  struct iovec here[ANNOUNCED_WORDS], there[ANNOUNCED_WORDS];
  said->count = find_places(said->pid, said->arguments, places);
  for (size_t at = 0; at < said->count; at++) {
    here[at] = (struct iovec){.iov_base = said->words[at], .iov_len = ANNOUNCED_ROOM};
    there[at] = (struct iovec){.iov_base = (void *)(uintptr_t)places[at], .iov_len = ANNOUNCED_ROOM};
  }
  if (said->count < 2) return false;
  ssize_t wanted = (ssize_t)(said->count * ANNOUNCED_ROOM);
  if (process_vm_readv(said->pid, here, said->count, there, said->count, 0) != wanted) return false;
  for (size_t at = 0; at < said->count; at++)
    if (memchr(said->words[at], '\0', ANNOUNCED_ROOM) == NULL) return false;
  return said->words[0][0] == '/';
}

/*
 * Not through /proc/PID/root: behind it may be file systems that other processes serve, when they like. Whatever it is, it can
 * be opened by who names it, too.
 */
static int open_named(const char *file) {
  struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, .resolve = RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, AT_FDCWD, file, &how, sizeof how);
}

/* Scripts are left out: their interpreters will be loaded. */
static bool is_program(int fd, struct stat *found) {
  char start[4];
  return fstat(fd, found) == 0 && S_ISREG(found->st_mode) && read(fd, start, sizeof start) == sizeof start &&
         memcmp(start, "\177ELF", 4) == 0;
}

static bool find_file(struct announcement *said) {
  struct stat found = {.st_ino = 0};
  char link[64];
  int fd = open_named(said->words[0]);
  if (fd < 0) return false;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  said->is_found = is_program(fd, &found) && read_link(link, said->path);
  close(fd);
  said->device = found.st_dev;
  said->inode = found.st_ino;
  return said->is_found;
}

static void read_all(void *state) {
  struct announcement *said = state;
  said->is_read = read_words(said) && find_file(said);
}

/* A lock that is fought over holds this up, but only once. The file can wait until the kernel has its own word from us. */
static void read_here(struct gate *gate, struct announcement *said) {
  enum { SLOW_MS = 10 };
  long began_ms = now_ms();
  said->is_read = read_words(said);
  gate->served.slow = gate->served.slow || now_ms() - began_ms > SLOW_MS;
}

bool announcement_read(struct gate *gate, struct announcement *said, const struct seccomp_notif *call) {
  said->is_read = said->is_found = false;
  if (call->data.nr != SYS_execve) return false;
  said->pid = (pid_t)call->pid;
  memcpy(said->arguments, call->data.args, sizeof said->arguments);
  if (!served_maybe(&gate->served)) read_here(gate, said);
  else aside_do(&gate->aside, ASIDE_FOR_SPEED, read_all, said, sizeof *said);
  return said->is_read;
}

/* The same fields in the same order as facts_add. */
bool announcement_add(struct frame *frame, struct announcement *said) {
  if ((!said->is_found && !find_file(said)) || !add_process(frame, said->pid)) return false;
  add_file(frame, said->path, said->device, said->inode);
  add_field(frame, "file", said->words[0]);
  for (size_t at = 1; at < said->count; at++) add_field(frame, "arg", said->words[at]);
  return !frame->too_long;
}

bool body_keep(struct body *body, const struct frame *frame, size_t from) {
  size_t length = frame->used - from;
  if (length > body->room) {
    unsigned char *bytes = realloc(body->bytes, 2 * length);
    if (bytes == NULL) return false;
    *body = (struct body){.bytes = bytes, .room = 2 * length};
  }
  memcpy(body->bytes, frame->bytes + FRAME_HEAD + from, length);
  body->length = length;
  return true;
}

bool body_is_same(const struct body *body, const struct frame *frame, size_t from) {
  return body->length == frame->used - from && memcmp(body->bytes, frame->bytes + FRAME_HEAD + from, body->length) == 0;
}
