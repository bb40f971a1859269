/* Is something laid over a name, and if not: lay it. By descriptor, so that it lies on what was looked at or on nothing. */
#include "confine-keep.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h> /* not sys/stat.h: both know struct statx */
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confine-mounts.h"

#ifndef STATX_ATTR_MOUNT_ROOT
#define STATX_ATTR_MOUNT_ROOT 0x2000
#endif

enum { TYPE_BITS = 0170000, TYPE_FOLDER = 0040000, STAMP_ROOM = 64, TRIES = 5 };

static bool look(int place, struct statx *found) {
  return syscall(SYS_statx, place, "", AT_EMPTY_PATH, STATX_BASIC_STATS, found) == 0;
}

static bool is_folder(const struct statx *found) { return (found->stx_mode & TYPE_BITS) == TYPE_FOLDER; }

static bool is_mounted(const struct statx *found) { return (found->stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0; }

static bool is_mask(const struct statx *found, int mask) {
  struct statx own;
  return look(mask, &own) && own.stx_ino == found->stx_ino && own.stx_dev_major == found->stx_dev_major &&
         own.stx_dev_minor == found->stx_dev_minor;
}

static bool is_read_only(int place) {
  struct statvfs mounted;
  return fstatvfs(place, &mounted) == 0 && (mounted.f_flag & ST_RDONLY) != 0;
}

static bool is_unchanged(const struct statx *found, const char *stamp) {
  char text[STAMP_ROOM];
  long long changed_at_ns = (long long)found->stx_ctime.tv_sec * 1000000000 + found->stx_ctime.tv_nsec;
  snprintf(text, sizeof text, "%llu:%lld", (unsigned long long)found->stx_ino, changed_at_ns);
  return strcmp(text, stamp) == 0;
}

static bool is_held(const struct kept *kept, int place, const struct statx *found, const struct masks *masks) {
  const bool hidden = is_mounted(found) && (is_mask(found, masks->file) || is_mask(found, masks->folder));
  switch (kept->kind) {
    case KEPT_HIDDEN: return hidden;
    case KEPT_STAND_IN: return is_mounted(found);
    case KEPT_READ_ONLY: return is_mounted(found) && is_read_only(place);
    case KEPT_UNTIL_CHANGED: return hidden || is_unchanged(found, kept->stamp);
  }
  return false;
}

static bool lay(const struct kept *kept, int place, const struct statx *found, const struct masks *masks) {
  const int mask = is_folder(found) ? masks->folder : masks->file;
  int tree = tree_copy(kept->kind == KEPT_READ_ONLY ? place : mask);
  bool laid = tree >= 0 && tree_protect_apart(tree, PROTECT_WRITES | PROTECT_DEVICES) && tree_put(tree, place);
  int problem = errno;
  if (tree >= 0) close(tree);
  errno = problem;
  return laid;
}

static enum held hold_once(struct kept *kept, const struct masks *masks) {
  struct statx found;
  int place = place_open(kept->path);
  if (place < 0) return errno == ELOOP ? HELD_NOT : HELD_NOTHING;
  enum held held = HELD_FAILED;
  if (look(place, &found)) {
    if (is_held(kept, place, &found, masks)) held = HELD_ALREADY;
    else if (lay(kept, place, &found, masks)) held = HELD_AGAIN;
  }
  int problem = errno;
  close(place);
  errno = problem;
  return held;
}

/* What is replaced while we lay something over it fails; the next one is there then. */
enum held kept_hold(struct kept *kept, const struct masks *masks) {
  enum held held = HELD_FAILED;
  for (int tries = 0; tries < TRIES && held == HELD_FAILED; tries++) held = hold_once(kept, masks);
  /* Once it was another one, it stays hidden, whatever comes after it. */
  if (kept->kind == KEPT_UNTIL_CHANGED && held == HELD_AGAIN) kept->kind = KEPT_HIDDEN;
  return held;
}
