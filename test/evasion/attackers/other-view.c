/* An agent that shows its programs other files than guard sees: by mounts in a namespace of its own. */
#include "attack.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

static void put(const char *file, const char *text) {
  int fd = open(file, O_WRONLY);
  if (fd < 0) return;
  if (write(fd, text, strlen(text)) < 0) perror(file);
  close(fd);
}

static int enter_own_view(void) {
  char map[64];
  unsigned user = getuid(), group = getgid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return -1;
  put("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", user, user);
  put("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", group, group);
  put("/proc/self/gid_map", map);
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

static int bind(const char *from, const char *onto) { return mount(from, onto, NULL, MS_BIND | MS_REC, NULL); }

static int run(int (*before)(char **), char **with, char **argv) {
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) {
    if (before != NULL && before(with) != 0) _exit(tell("view", -1));
    execvp(argv[0], argv);
    _exit(tell("exec", -1));
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return tell("wait", -1);
  printf("ended: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
  fflush(stdout);
  return 0;
}

/* Like any sandbox it enters its folder anew: what was mounted since is seen from there too. */
static int see_bound(char **with) {
  char folder[4096];
  if (getcwd(folder, sizeof folder) == NULL || enter_own_view() != 0) return -1;
  return bind(with[0], with[1]) != 0 ? -1 : chdir(folder);
}

/* From FOLDER, over which a clean one is mounted: its root shows nothing of what is bound below the folder that it stands in. */
static int see_from_hidden_folder(char **with) {
  const char *folder = with[2];
  char clean[64];
  if (enter_own_view() != 0) return -1;
  int fd = open(folder, O_PATH | O_DIRECTORY);
  snprintf(clean, sizeof clean, "/proc/self/fd/%d", fd);
  if (fd < 0 || bind(folder, folder) != 0 || chdir(folder) != 0) return -1;
  return bind(with[0], with[1]) != 0 ? -1 : bind(clean, folder);
}

/* In guard's own view, but standing in the folder of a process that has another. */
static int stand_in_other_view(char **with) {
  int ready[2];
  char folder[64], byte = 0;
  if (pipe(ready) != 0) return -1;
  pid_t other = fork();
  if (other == 0) {
    if (see_bound(with) != 0 || chdir("/") != 0 || chdir(with[2]) != 0 || write(ready[1], "", 1) != 1) _exit(1);
    pause();
  }
  close(ready[1]);
  snprintf(folder, sizeof folder, "/proc/%d/cwd", (int)other);
  return read(ready[0], &byte, 1) == 1 ? chdir(folder) : -1;
}

/* bound FROM ONTO ARGV… */
static int bound(char **argv) { return run(see_bound, argv, argv + 2); }

/* The others run it in FOLDER as it is, then in the other view: WAY FROM ONTO FOLDER ARGV… */
static int run_twice(int (*before)(char **), char **argv) {
  if (chdir(argv[2]) != 0) return tell("chdir", -1);
  return run(NULL, NULL, argv + 3) + run(before, argv, argv + 3);
}

static int bound_later(char **argv) { return run_twice(see_bound, argv); }
static int hidden_folder(char **argv) { return run_twice(see_from_hidden_folder, argv); }
static int other_folder(char **argv) { return run_twice(stand_in_other_view, argv); }

int main(int argc, char **argv) {
  static const struct way ways[] = {
      {"bound", bound},
      {"bound-later", bound_later},
      {"hidden-folder", hidden_folder},
      {"other-folder", other_folder},
  };
  return argc < 5 ? 2 : GO(ways, argv);
}
