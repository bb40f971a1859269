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

static void become_bwrap(const char *bwrap, bool room, int told) {
  char user[WORD_ROOM], group[WORD_ROOM], self[4096];
  char *devices[] = {"null", NULL};
  int seat[2];
  snprintf(user, sizeof user, "%lu", (unsigned long)geteuid());
  snprintf(group, sizeof group, "%lu", (unsigned long)getegid());
  bool root = geteuid() == 0;
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, seat) != 0) _exit(1);
  self[length] = '\0';
  const struct confinement wanted = {.bwrap = bwrap, .room = room, .devices = devices, .device_count = 1};
  if (room && !room_make(&wanted, seat[1])) {
    dprintf(told, "an own /dev cannot be made (%s)\n", strerror(errno));
    _exit(1);
  }
  dup2(told, STDERR_FILENO);
  const char *as_root[] = {"bwrap", "--dev-bind", "/", "/", "--tmpfs", "/sys", "--cap-drop", "CAP_SYS_ADMIN", "--", self, "--probed-inside", NULL};
  const char *as_user[] = {"bwrap", "--unshare-user", "--uid", user, "--gid", group, "--dev-bind", "/", "/", "--tmpfs", "/sys", "--",
                           self, "--probed-inside", NULL};
  execv(bwrap, (char **)(root ? as_root : as_user));
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
