/*
 * A file that is no program and has no first line (#!): bash and its like read it themselves when the kernel will not load it,
 * in their own process, where nothing tells of it. So their execve is followed to its end: where it fails for that reason,
 * they are made to start a shell for the file instead, and that is judged like any other.
 */
#include "gate-text.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "gate-memory.h"
#include "gate-processor.h"
#include "path-text.h"

enum { MOST_WORDS = 4096, MOST_BROKEN_OFF = 3, RED_ZONE = 128 };

/* By the file that it runs. Others (dash, zsh, fish, libc) start /bin/sh by themselves. */
static bool reads_texts(pid_t pid, char program[PATH_MAX]) {
  static const char *const names[] = {"bash",  "rbash", "bash-static", "busybox", "toybox", "ksh",        "ksh93",
                                      "rksh",  "pdksh", "mksh",        "lksh",    "loksh",  "mksh-static", "oksh",
                                      "posh",  "yash"};
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/exe", pid);
  ssize_t length = readlink(link, program, PATH_MAX - 1);
  if (length <= 0) return false;
  program[length] = '\0';
  const char *name = last_part(program);
  /* Its file is gone, or its mount: who can tell what it was. */
  if (name[0] == '\0' || strstr(name, " (deleted)") != NULL) return true;
  for (size_t at = 0; at < sizeof names / sizeof *names; at++)
    if (strcmp(names[at], name) == 0) return true;
  return false;
}

/* From 5.19 on an interruption does not end the caller's wait for our word (gate-filter.c). */
static bool wait_is_kept(void) {
  struct utsname kernel;
  int major = 0, minor = 0;
  return uname(&kernel) == 0 && sscanf(kernel.release, "%d.%d", &major, &minor) == 2 &&
         (major > 5 || (major == 5 && minor >= 19));
}

enum text_watch text_watch(struct task *task, int call, const uint64_t arguments[6]) {
  char program[PATH_MAX];
  task->watch.on = call == SYS_execve && reads_texts(task->pid, program);
  if (!task->watch.on) return TEXT_NOT_WATCHED;
  if (task->watch.broken_off > MOST_BROKEN_OFF) return TEXT_REFUSED;
  task->watch.file = arguments[0];
  task->watch.argv = arguments[1];
  return wait_is_kept() && task->watch.broken_off == 0 ? TEXT_STOP_BEFORE : TEXT_STOP_AFTER;
}

/* The first word becomes two: the shell's name and the file. 0: too many, or not to be read. */
static size_t make_argv(struct aside *aside, const struct task *task, uint64_t name, uint64_t words[MOST_WORDS]) {
  uint64_t word = 1;
  size_t count = 2;
  words[0] = name;
  words[1] = task->watch.file;
  for (size_t at = 0; word != 0 && count < MOST_WORDS; at++) {
    if (!memory_read(aside, task->pid, task->watch.argv + at * sizeof word, &word, sizeof word)) return 0;
    if (at > 0 || word == 0) words[count++] = word;
  }
  return word == 0 ? count : 0;
}

/* One that begins with a dash would be an option. */
static bool is_plain(struct aside *aside, const struct task *task) {
  char first;
  return memory_read(aside, task->pid, task->watch.file, &first, 1) && first != '-' && first != '\0';
}

/* What lies below its stack is nobody's, not even its parent's, if that waits in a vfork. */
static bool start_shell(struct aside *aside, const struct task *task, struct user_regs_struct *registers) {
  char program[PATH_MAX];
  uint64_t words[MOST_WORDS];
  if (!is_plain(aside, task) || !reads_texts(task->pid, program)) return false;
  const char *name = last_part(program);
  if (strcmp(name, "busybox") == 0 || strcmp(name, "toybox") == 0) name = "sh";
  uint64_t file = (processor_stack(registers) - RED_ZONE - sizeof program) & ~(uint64_t)15;
  uint64_t named = file - 64, argv = named - sizeof words;
  size_t count = make_argv(aside, task, named, words);
  if (count == 0) return false;
  processor_exec_again(registers, file, argv);
  return memory_write(aside, task->pid, file, program, strlen(program) + 1) &&
         memory_write(aside, task->pid, named, name, strlen(name) + 1) &&
         memory_write(aside, task->pid, argv, words, count * sizeof *words);
}

/* As the kernel tells itself that a call is to be begun again. */
static bool was_broken_off(int64_t result) { return result <= -512 && result >= -516; }

bool text_look(struct aside *aside, struct task *task) {
  struct user_regs_struct registers, tried;
  task->watch.on = false;
  if (!registers_read(task->pid, &registers)) {
    kill(task->pid, SIGKILL);
    return false;
  }
  int64_t result = processor_result(&registers);
  task->watch.broken_off = was_broken_off(result) ? task->watch.broken_off + 1 : 0;
  if (result != -ENOEXEC) return true;
  tried = registers;
  if (start_shell(aside, task, &tried) && registers_write(task->pid, tried)) return true;
  processor_set_result(&registers, -EACCES);
  if (!registers_write(task->pid, registers)) kill(task->pid, SIGKILL);
  return false;
}
