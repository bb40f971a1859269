/* inotify on the folders of the kept names and on those above them: each may be made anew. It sees what is done in any namespace. */
#include "confine-keep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OF_FOLDERS = IN_CREATE | IN_MOVED_TO | IN_ONLYDIR, OF_FILES = IN_MODIFY, ROOM = 16384 };

static bool add(struct watch *watch, const char *path, size_t length, unsigned events) {
  for (size_t at = 0; at < watch->count; at++) {
    const struct watched *one = &watch->list[at];
    if (one->events == events && strlen(one->path) == length && memcmp(one->path, path, length) == 0) return true;
  }
  struct watched *list = realloc(watch->list, (watch->count + 1) * sizeof *list);
  if (list == NULL) return false;
  watch->list = list;
  list[watch->count] = (struct watched){.path = strndup(path, length), .events = events, .number = -1};
  return list[watch->count++].path != NULL;
}

/* Its own folder, and those above but for the machine's first ones: nobody replaces /home. */
static bool add_folders(struct watch *watch, const char *path) {
  const char *slash = strrchr(path, '/');
  for (bool own = true; slash != NULL && slash > path; own = false) {
    size_t length = (size_t)(slash - path);
    slash = memrchr(path, '/', length);
    if (!own && slash == path) return true;
    if (!add(watch, path, length, OF_FOLDERS)) return false;
  }
  return true;
}

/* /tmp: every program makes files there, and few names of ours lie in it. They are looked at now and then. */
static bool is_for_all(const char *folder) {
  struct stat found;
  return stat(folder, &found) == 0 && S_ISDIR(found.st_mode) && (found.st_mode & S_ISVTX) != 0 && (found.st_mode & S_IWOTH) != 0;
}

void watch_all(struct watch *watch) {
  watch->blind = watch->fd < 0;
  for (size_t at = 0; at < watch->count && watch->fd >= 0; at++) {
    struct watched *one = &watch->list[at];
    if (is_for_all(one->path)) continue;
    int number = inotify_add_watch(watch->fd, one->path, one->events);
    if (number < 0 && errno != ENOENT && errno != ENOTDIR) watch->blind = true;
    if (one->number >= 0 && one->number != number) inotify_rm_watch(watch->fd, one->number);
    one->number = number;
  }
}

bool watch_start(struct watch *watch, const struct kept_list *list) {
  *watch = (struct watch){.fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
  for (size_t at = 0; at < list->count; at++) {
    const struct kept *kept = &list->names[at];
    if (!add_folders(watch, kept->path)) return false;
    if (kept->kind == KEPT_UNTIL_CHANGED && !add(watch, kept->path, strlen(kept->path), OF_FILES)) return false;
  }
  watch_all(watch);
  return true;
}

static bool is_in(const char *path, const char *folder, const char *name) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/' && strcmp(path + length + 1, name) == 0;
}

struct found {
  struct watch *watch;
  struct kept_list *list;
  void (*on_name)(void *state, size_t number);
  void *state;
};

/* True: it is a folder on the way to others. */
static bool note_name(const struct found *to, const char *folder, const char *name) {
  for (size_t at = 0; at < to->list->count; at++)
    if (is_in(to->list->names[at].path, folder, name)) to->on_name(to->state, at);
  for (size_t at = 0; at < to->watch->count; at++)
    if (is_in(to->watch->list[at].path, folder, name)) return true;
  return false;
}

/* Written to in place: whatever its stamp says, it is not what the plan has looked at. */
static void note_change(const struct found *to, const char *path) {
  for (size_t at = 0; at < to->list->count; at++) {
    struct kept *kept = &to->list->names[at];
    if (kept->kind != KEPT_UNTIL_CHANGED || strcmp(kept->path, path) != 0) continue;
    kept->stamp = "";
    to->on_name(to->state, at);
  }
}

static bool note(const struct found *to, const struct inotify_event *event) {
  if ((event->mask & (IN_Q_OVERFLOW | IN_UNMOUNT)) != 0) return true;
  bool all = false;
  for (size_t at = 0; at < to->watch->count; at++) {
    const struct watched *one = &to->watch->list[at];
    if (one->number != event->wd) continue;
    if (event->mask & OF_FILES) note_change(to, one->path);
    else if (event->len > 0) all = note_name(to, one->path, event->name) || all;
  }
  return all;
}

bool watch_read(struct watch *watch, struct kept_list *list, void (*on_name)(void *state, size_t number), void *state) {
  union {
    char bytes[ROOM];
    struct inotify_event align;
  } read_into;
  const struct found to = {.watch = watch, .list = list, .on_name = on_name, .state = state};
  ssize_t got = watch->fd < 0 ? 0 : read(watch->fd, read_into.bytes, sizeof read_into.bytes);
  bool all = false;
  for (ssize_t at = 0; at < got;) {
    const struct inotify_event *event = (const struct inotify_event *)(const void *)(read_into.bytes + at);
    all = note(&to, event) || all;
    at += (ssize_t)(sizeof *event + event->len);
  }
  return all;
}
