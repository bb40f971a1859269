/*
 * What a socket's name means to its caller: in the caller's root and folder. Wrong by a race or a trick is no harm: what is
 * opened here is what is judged, and what is connected to. Links of /proc (cwd, root, fd) belong to who reads them: those at
 * the beginning of a name are followed by hand, others not at all.
 */
#include "gate-reach.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A rename elsewhere makes the kernel unsure of `..`: EAGAIN. */
static int open_within(int folder, const char *name, uint64_t resolve) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = resolve | RESOLVE_NO_MAGICLINKS};
  int fd = -1;
  for (int tries = 0; tries < 8; tries++) {
    fd = (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR)) break;
  }
  return fd;
}

static bool read_place(int fd, char place[REACH_PATH_ROOM]) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, place, REACH_PATH_ROOM - 1);
  if (length <= 0 || length >= REACH_PATH_ROOM - 1) return false;
  place[length] = '\0';
  return true;
}

static bool is_same_file(int one, int other) {
  struct stat first, second;
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* The folder's own path behind that of the root. NULL: it does not lie there. */
static const char *below(const char *root, const char *folder) {
  size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
  if (strncmp(root, folder, length) != 0 || (folder[length] != '/' && folder[length] != '\0')) return NULL;
  return folder + length;
}

/* A name that leaves the folder it begins in, upwards or by a link: from the root, through the folder's path. */
static int open_from_root(int root, int folder, const char *name) {
  char root_place[REACH_PATH_ROOM], place[REACH_PATH_ROOM], whole[2 * REACH_PATH_ROOM];
  errno = EXDEV;
  if (!read_place(root, root_place) || !read_place(folder, place)) return -1;
  const char *inside = below(root_place, place);
  if (inside == NULL) return -1;
  int again = open_within(root, *inside == '\0' ? "/" : inside, RESOLVE_IN_ROOT);
  bool is_same = again >= 0 && is_same_file(again, folder);
  if (again >= 0) close(again);
  errno = EXDEV;
  if (!is_same) return -1;
  snprintf(whole, sizeof whole, "%s/%s", inside, name);
  return open_within(root, whole, RESOLVE_IN_ROOT);
}

static int open_relative(int root, int folder, const char *name) {
  int fd = open_within(folder, name, RESOLVE_BENEATH);
  return fd >= 0 || errno != EXDEV ? fd : open_from_root(root, folder, name);
}

/* `/proc/self/`, `/proc/thread-self/` or the caller's own number; NULL: another name. */
static const char *behind_own(const struct reach_caller *caller, const char *name) {
  char own[32];
  snprintf(own, sizeof own, "/proc/%ld/", (long)caller->thread);
  const char *starts[] = {"/proc/self/", "/proc/thread-self/", own};
  for (size_t at = 0; at < sizeof starts / sizeof *starts; at++)
    if (strncmp(name, starts[at], strlen(starts[at])) == 0) return name + strlen(starts[at]);
  return NULL;
}

/* Gives the name behind the word, without slashes before it; NULL: it is another word. */
static const char *behind_word(const char *name, const char *word) {
  size_t length = strlen(word);
  if (strncmp(name, word, length) != 0 || (name[length] != '/' && name[length] != '\0')) return NULL;
  for (name += length; *name == '/'; name++) {}
  return name;
}

static int open_numbered(const struct reach_caller *caller, const char *text, const char **rest) {
  char *end;
  errno = EXDEV;
  if (*text < '0' || *text > '9') return -1;
  long number = strtol(text, &end, 10);
  if (*end != '/' && *end != '\0') return -1;
  for (*rest = end; **rest == '/'; (*rest)++) {}
  return (int)syscall(SYS_pidfd_getfd, caller->handle, (int)number, 0);
}

static int open_behind(int root, int start, const char *rest) {
  return *rest == '\0' ? fcntl(start, F_DUPFD_CLOEXEC, 0) : open_relative(root, start, rest);
}

static int open_own(const struct reach_caller *caller, int root, int folder, const char *word) {
  const char *rest = behind_word(word, "cwd");
  if (rest != NULL) return open_behind(root, folder, rest);
  if ((rest = behind_word(word, "root")) != NULL) return open_behind(root, root, rest);
  if ((rest = behind_word(word, "fd")) != NULL && *rest != '\0') {
    int start = open_numbered(caller, rest, &rest);
    if (start < 0) return -1;
    int fd = open_behind(root, start, rest);
    int problem = errno;
    close(start);
    errno = problem;
    return fd;
  }
  errno = EXDEV;
  return -1;
}

int name_open(const struct reach_caller *caller, int root, int folder, const char *name) {
  if (*name != '/') return open_relative(root, folder, name);
  const char *own = behind_own(caller, name);
  if (own != NULL) return open_own(caller, root, folder, own);
  int fd = open_within(root, name, RESOLVE_IN_ROOT);
  if (fd < 0 && errno == ELOOP) errno = EXDEV; /* a link of /proc, or links in a ring */
  return fd;
}
