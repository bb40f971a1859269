/*
 * What was really loaded, read while it stands still: its file, its folder, its arguments, and the name by which it was
 * started (a script's, when the file is the script's interpreter). Nothing of this comes from the caller's memory.
 */
#include "gate.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PROC_ROOM = 64 };

static const char *proc_path(char room[PROC_ROOM], pid_t pid, const char *name) {
  snprintf(room, PROC_ROOM, "/proc/%ld/%s", (long)pid, name);
  return room;
}

/* The whole of a small file of /proc; -1: it cannot be read, or is longer. */
static ssize_t read_proc(pid_t pid, const char *name, void *into, size_t room) {
  char path[PROC_ROOM];
  int fd = open(proc_path(path, pid, name), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  size_t have = 0;
  ssize_t got = 0;
  while (have < room && (got = read(fd, (char *)into + have, room - have)) > 0) have += (size_t)got;
  close(fd);
  return got != 0 ? -1 : (ssize_t)have;
}

static bool add_link(struct frame *question, pid_t pid, const char *name, const char *key) {
  char path[PROC_ROOM], target[PATH_MAX];
  ssize_t length = readlink(proc_path(path, pid, name), target, sizeof target - 1);
  if (length <= 0 || (size_t)length >= sizeof target - 1) return false;
  target[length] = '\0';
  add_field(question, key, target);
  return true;
}

/* Names can be given to other files, in other mount namespaces too: device and inode tell which one it is. */
static bool add_file(struct frame *question, pid_t pid) {
  char path[PROC_ROOM];
  struct stat file;
  if (stat(proc_path(path, pid, "exe"), &file) != 0) return false;
  add_number(question, "device", (unsigned long)file.st_dev);
  add_number(question, "inode", (unsigned long)file.st_ino);
  return true;
}

static uint64_t find_aux(pid_t pid, uint64_t wanted) {
  Elf64_auxv_t entries[64];
  ssize_t got = read_proc(pid, "auxv", entries, sizeof entries);
  for (size_t at = 0; got > 0 && at < (size_t)got / sizeof *entries; at++)
    if (entries[at].a_type == wanted) return entries[at].a_un.a_val;
  return 0;
}

/* It ends on the last page of the stack: read up to the end of each page. */
static bool read_text(pid_t pid, uint64_t from, char *text, size_t room) {
  enum { PAGE = 4096 };
  for (size_t have = 0; have < room;) {
    size_t left = PAGE - (from + have) % PAGE;
    if (left > room - have) left = room - have;
    struct iovec here = {.iov_base = text + have, .iov_len = left};
    struct iovec there = {.iov_base = (void *)(uintptr_t)(from + have), .iov_len = left};
    ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
    if (got <= 0) return false;
    if (memchr(text + have, '\0', (size_t)got) != NULL) return true;
    have += (size_t)got;
  }
  return false;
}

static bool add_started_as(struct frame *question, pid_t pid) {
  char name[PATH_MAX];
  uint64_t at = find_aux(pid, AT_EXECFN);
  if (at == 0 || !read_text(pid, at, name, sizeof name)) return false;
  add_field(question, "file", name);
  return true;
}

/* Its parent, and when it began: a number comes again, the two together do not. They stand behind the name, which may hold anything. */
static bool add_process(struct frame *question, pid_t pid) {
  enum { PARENT = 2, START = 20 }; /* counted from the state, which is the first behind the name */
  char stat[1024];
  ssize_t length = read_proc(pid, "stat", stat, sizeof stat - 1);
  if (length <= 0) return false;
  stat[length] = '\0';
  char *at = strrchr(stat, ')');
  for (int field = 1; at != NULL && field <= START; field++) {
    at = strchr(at + 1, ' ');
    if (at == NULL) return false;
    if (field == PARENT) add_number(question, "parent", strtoul(at + 1, NULL, 10));
    if (field == START) add_number(question, "start", strtoul(at + 1, NULL, 10));
  }
  return at != NULL;
}

/* Straight into the frame's own field after field: argv may be as large as a frame. */
static bool add_arguments(struct frame *question, pid_t pid) {
  static char arguments[FRAME_LIMIT];
  ssize_t length = read_proc(pid, "cmdline", arguments, sizeof arguments - 1);
  if (length < 0) {
    question->too_long = true;
    return true;
  }
  arguments[length] = '\0';
  for (char *at = arguments; at < arguments + length; at += strlen(at) + 1) add_field(question, "arg", at);
  return true;
}

bool facts_add(struct frame *question, pid_t pid) {
  add_number(question, "pid", (unsigned long)pid);
  return add_process(question, pid) && add_link(question, pid, "cwd", "cwd") && add_link(question, pid, "exe", "path") && add_file(question, pid) &&
         add_started_as(question, pid) && add_arguments(question, pid);
}
