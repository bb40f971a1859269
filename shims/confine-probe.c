/*
 * Whether confinement can work here, found out by doing it once: the room, bubblewrap with a thing to hide, this program again
 * inside, which looks whether it is hidden. Must never: say that it works because nothing failed.
 */
#include "seat.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_S = 2, WORD_ROOM = 32, TOLD_ROOM = 256 };

/* Inside: /sys was hidden, so nothing may be in it. */
int confine_probed(void) {
  DIR *folder = opendir("/sys");
  if (folder == NULL) return 1;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return 1;
  closedir(folder);
  return 0;
}

static const char HIDDEN[] = "--perms\0" "0700\0" "--tmpfs\0" "/sys"; /* the last word's NUL is the text's own */

/* As in a session: by the room's own mounts, or, where those do not work, by bubblewrap's. False: it was begun and failed. */
static bool hide_in_room(bool *hidden, int told) {
  if (!mounts_work()) return true;
  const char *problem = mounts_make(HIDDEN, sizeof HIDDEN);
  if (problem != NULL) dprintf(told, "nothing can be mounted on %s (%s)\n", problem, strerror(errno));
  *hidden = problem == NULL;
  return *hidden;
}

enum { MOST_WORDS = 24 };

struct words {
  const char *list[MOST_WORDS + 1];
  size_t count;
};

static void add_all(struct words *words, const char *const *more) {
  for (; *more != NULL && words->count < MOST_WORDS; more++) words->list[words->count++] = *more;
}

struct user {
  uid_t uid;
  gid_t gid;
};

static void run_bwrap(const char *bwrap, const struct user *as, bool hidden) {
  char user[WORD_ROOM], group[WORD_ROOM], self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return;
  self[length] = '\0';
  snprintf(user, sizeof user, "%lu", (unsigned long)as->uid);
  snprintf(group, sizeof group, "%lu", (unsigned long)as->gid);
  struct words words = {.list = {"bwrap"}, .count = 1};
  const char *root[] = {"--cap-drop", "CAP_SYS_ADMIN", NULL}, *others[] = {"--unshare-user", "--uid", user, "--gid", group, NULL};
  const char *own_ipc[] = {"--unshare-ipc", NULL};
  const char *all[] = {"--dev-bind", "/", "/", NULL}, *hide[] = {"--tmpfs", "/sys", NULL};
  const char *inside[] = {"--", self, "--probed-inside", NULL};
  add_all(&words, as->uid == 0 ? root : others);
  /* As the plan does (src/confine/own-ipc.ts). */
  if (access("/proc/self/ns/ipc", F_OK) == 0) add_all(&words, own_ipc);
  add_all(&words, all);
  if (!hidden) add_all(&words, hide);
  add_all(&words, inside);
  execv(bwrap, (char **)words.list);
}

static void become_bwrap(const char *bwrap, bool room, int told) {
  char *devices[] = {"null", NULL};
  int seat[2];
  const struct confinement wanted = {.bwrap = bwrap, .room = room, .devices = devices, .device_count = 1};
  const struct user user = {.uid = geteuid(), .gid = getegid()}; /* in the room we are another one */
  bool hidden = false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, seat) != 0) _exit(1);
  if (room && !room_make(&wanted, seat[1])) {
    dprintf(told, "an own /dev cannot be made (%s)\n", strerror(errno));
    _exit(1);
  }
  if (room && !hide_in_room(&hidden, told)) _exit(1);
  dup2(told, STDERR_FILENO);
  run_bwrap(bwrap, &user, hidden);
  dprintf(told, "%s: %s\n", bwrap, strerror(errno));
  _exit(1);
}

static void print_first_line(int from, const char *bwrap) {
  char text[TOLD_ROOM];
  ssize_t got = read(from, text, sizeof text - 1);
  if (got <= 0) {
    printf("%s hides nothing here\n", bwrap);
    return;
  }
  text[got] = '\0';
  text[strcspn(text, "\n")] = '\0';
  puts(text);
}

int confine_probe(int argc, char **argv) {
  int told[2];
  if (argc < 3) return SEAT_FAILED;
  bool room = argc > 3 && strcmp(argv[3], "--room") == 0;
  alarm(LIMIT_S);
  signal(SIGCHLD, SIG_DFL);
  if (pipe2(told, O_CLOEXEC) != 0) return SEAT_FAILED;
  pid_t child = fork();
  if (child == 0) become_bwrap(argv[2], room, told[1]);
  close(told[1]);
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    print_first_line(told[0], argv[2]);
    return 1;
  }
  return 0;
}
