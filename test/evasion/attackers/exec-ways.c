/* exec-ways WAY PROGRAM [ARG...]: every call that ends in another program, none of them by the plain road. */
#include "attack.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

static int copy_into(int to, const char *file) {
  char bytes[65536];
  int from = open(file, O_RDONLY | O_CLOEXEC);
  if (from < 0) return -1;
  for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, (size_t)got) != got) return -1;
  return close(from);
}

/* A writable descriptor would make every exec fail with ETXTBSY. */
static int read_only_again(int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int again = open(path, O_RDONLY);
  close(fd);
  return again;
}

static int memory_file(const char *program) {
  int fd = (int)syscall(SYS_memfd_create, "harmless", 0);
  return fd < 0 || copy_into(fd, program) < 0 ? -1 : read_only_again(fd);
}

static int report(pid_t child) {
  int status;
  if (child < 0 || waitpid(child, &status, __WALL) != child) return tell("child", -1);
  printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}

static int plain(char **argv) { return tell("execve", execv(argv[0], argv)); }

static int no_argv(char **argv) {
  char *none[] = {NULL};
  return tell("execve", execve(argv[0], none, environ));
}

static int no_environment(char **argv) {
  char *none[] = {NULL};
  return tell("execve", execve(argv[0], argv, none));
}

static int by_folder(char **argv) {
  char *slash = strrchr(argv[0], '/');
  *slash = '\0';
  int folder = open(argv[0], O_PATH | O_DIRECTORY);
  return tell("execveat", syscall(SYS_execveat, folder, slash + 1, argv, environ, 0));
}

static int empty_path(char **argv) {
  int fd = open(argv[0], O_PATH);
  return tell("execveat", syscall(SYS_execveat, fd, "", argv, environ, AT_EMPTY_PATH));
}

static int memory(char **argv) {
  int fd = memory_file(argv[0]);
  return tell("execveat", syscall(SYS_execveat, fd, "", argv, environ, AT_EMPTY_PATH));
}

static int memory_by_name(char **argv) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", memory_file(argv[0]));
  return tell("execve", execve(path, argv, environ));
}

/* The name of the descriptor belongs to another process. */
static int of_other_process(char **argv) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), memory_file(argv[0]));
  pid_t child = fork();
  if (child == 0) _exit(tell("execve", execve(path, argv, environ)));
  return report(child);
}

static int deleted(char **argv) {
  char path[] = "./deleted-XXXXXX";
  int fd = mkstemp(path);
  fchmod(fd, 0755);
  if (fd < 0 || copy_into(fd, argv[0]) < 0) return tell("copy", -1);
  fd = read_only_again(fd);
  unlink(path);
  return tell("fexecve", fexecve(fd, argv, environ));
}

static int without_name(char **argv) {
  int fd = open(".", O_TMPFILE | O_RDWR, 0755);
  if (fd < 0 || copy_into(fd, argv[0]) < 0) return tell("copy", -1);
  return tell("fexecve", fexecve(read_only_again(fd), argv, environ));
}

static int by_vfork(char **argv) {
  pid_t child = vfork();
  if (child == 0) {
    execv(argv[0], argv);
    _exit(1);
  }
  return report(child);
}

static int by_clone3(char **argv) {
  struct clone_args how = {.flags = CLONE_VFORK, .exit_signal = SIGCHLD};
  pid_t child = (pid_t)syscall(SYS_clone3, &how, sizeof how);
  if (child == 0) _exit(tell("execve", execv(argv[0], argv)));
  return report(child);
}

static int by_spawn(char **argv) {
  pid_t child;
  errno = posix_spawn(&child, argv[0], NULL, NULL, argv, environ);
  return report(errno == 0 ? child : -1);
}

static void *exec_in_thread(void *argv) {
  tell("execve", execv(((char **)argv)[0], argv));
  return NULL;
}

static int from_thread(char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, exec_in_thread, argv);
  pthread_join(thread, NULL);
  return 1;
}

static int from_all_threads(char **argv) {
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  for (size_t at = 0; at < THREADS; at++) pthread_create(&threads[at], NULL, exec_in_thread, argv);
  exec_in_thread(argv);
  for (size_t at = 0; at < THREADS; at++) pthread_join(threads[at], NULL);
  return 1;
}

/* The kernel ends eight traced threads for the ninth, each time at another moment. */
static int from_all_threads_again(char **argv) {
  enum { TIMES = 200 };
  for (int at = 0; at < TIMES; at++) {
    pid_t child = fork();
    if (child == 0) _exit(from_all_threads(argv));
    if (child < 0 || waitpid(child, NULL, 0) != child) return tell("fork", -1);
  }
  return 0;
}

/* One that is no child cannot be waited for: it is over when nobody else holds the pipe any more. */
static int until_let_go(const int ends[2]) {
  char byte;
  close(ends[1]);
  return read(ends[0], &byte, 1) == 0 ? 0 : 1;
}

/* A task of its own memory, files and parent: the new process is no child of this one. */
static int as_sibling(char **argv) {
  int ends[2];
  if (pipe(ends) != 0) return tell("pipe", -1);
  pid_t child = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(tell("execve", execv(argv[0], argv)));
  return until_let_go(ends);
}

/* Nobody that began it is left when it execs. */
static int orphan(char **argv) {
  int ends[2];
  if (pipe(ends) != 0) return tell("pipe", -1);
  if (fork() > 0) return until_let_go(ends);
  setsid();
  pid_t middle = getpid();
  if (fork() > 0) _exit(0);
  while (getppid() == middle) usleep(1000);
  _exit(plain(argv));
}

static int failed_first(char **argv) {
  for (int at = 0; at < 50; at++) execv("/no/such/program", argv);
  return plain(argv);
}

int main(int argc, char **argv) {
  (void)argc;
  static const struct way ways[] = {
      {"plain", plain},
      {"no-argv", no_argv},
      {"no-environment", no_environment},
      {"by-folder", by_folder},
      {"empty-path", empty_path},
      {"memory", memory},
      {"memory-by-name", memory_by_name},
      {"of-other-process", of_other_process},
      {"deleted", deleted},
      {"without-name", without_name},
      {"vfork", by_vfork},
      {"clone3", by_clone3},
      {"posix-spawn", by_spawn},
      {"thread", from_thread},
      {"all-threads", from_all_threads},
      {"all-threads-again", from_all_threads_again},
      {"sibling", as_sibling},
      {"orphan", orphan},
      {"failed-first", failed_first},
  };
  return GO(ways, argv);
}
