/* Mounts by descriptor: nothing is named twice, so nothing can be swapped in between, and no link is ever followed. */
#include "confine-mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of the kernel, not of the C library: its headers know them late, and the kernel's cannot be had together with sys/mount.h. */
enum { CALL_OPEN_TREE = 428, CALL_MOVE_MOUNT = 429, CALL_OPENAT2 = 437, CALL_MOUNT_SETATTR = 442 };
enum { TREE_COPY = 1, WHOLE_TREE = 0x8000, FROM_DESCRIPTOR = 0x4, TO_DESCRIPTOR = 0x40, WITHOUT_SETUID = 2 };
enum { FOLLOW_NO_LINK = 0x04 };

struct way {
  uint64_t flags, mode, resolve;
};

struct attributes {
  uint64_t set, clear, propagation, user;
};

int place_open(const char *path) {
  struct way way = {.flags = O_PATH | O_CLOEXEC, .resolve = FOLLOW_NO_LINK};
  return (int)syscall(CALL_OPENAT2, AT_FDCWD, path, &way, sizeof way);
}

static bool make_in(int parent, const char *name, bool folder) {
  if (folder) return mkdirat(parent, name, 0755) == 0 || errno == EEXIST;
  int file = openat(parent, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0444);
  if (file < 0) return false;
  close(file);
  return true;
}

static bool make_place(const char *path, bool folder) {
  char *above = strdup(path);
  char *slash = above == NULL ? NULL : strrchr(above, '/');
  if (slash == NULL) {
    free(above);
    return false;
  }
  *slash = '\0';
  int parent = place_open_or_make(slash == above ? "/" : above, true);
  bool made = parent >= 0 && make_in(parent, slash + 1, folder);
  int problem = errno;
  if (parent >= 0) close(parent);
  free(above);
  errno = problem;
  return made;
}

int place_open_or_make(const char *path, bool folder) {
  int place = place_open(path);
  if (place >= 0 || errno != ENOENT) return place;
  return make_place(path, folder) ? place_open(path) : -1;
}

int tree_copy(int place) { return (int)syscall(CALL_OPEN_TREE, place, "", TREE_COPY | WHOLE_TREE | AT_EMPTY_PATH | O_CLOEXEC); }

static bool set(int tree, unsigned flags, uint64_t what) {
  struct attributes attributes = {.set = what};
  return syscall(CALL_MOUNT_SETATTR, tree, "", AT_EMPTY_PATH | flags, &attributes, sizeof attributes) == 0;
}

bool tree_protect(int tree, unsigned long protection) { return protection == 0 || set(tree, WHOLE_TREE, protection); }

bool tree_protect_apart(int tree, unsigned long protection) {
  struct attributes attributes = {.set = protection, .propagation = MS_PRIVATE};
  return syscall(CALL_MOUNT_SETATTR, tree, "", AT_EMPTY_PATH | WHOLE_TREE, &attributes, sizeof attributes) == 0;
}

bool tree_put(int tree, int place) {
  return syscall(CALL_MOVE_MOUNT, tree, "", place, "", FROM_DESCRIPTOR | TO_DESCRIPTOR) == 0;
}

bool place_close(int place) { return set(place, 0, PROTECT_WRITES); }

bool place_cover(int place, const char *mode) {
  char path[64], options[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", place);
  snprintf(options, sizeof options, "mode=%s", mode);
  return mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

bool all_shared(void) { return mount(NULL, "/", NULL, MS_REC | MS_SHARED, NULL) == 0; }

bool all_without_setuid(void) {
  int root = place_open("/");
  bool done = root >= 0 && set(root, WHOLE_TREE, WITHOUT_SETUID);
  if (root >= 0) close(root);
  return done;
}
