/*
 * The keeper (Linux): a mount lies on a file, not on a name. When an owner outside renames a new file over one that is hidden or
 * read-only, the kernel takes the mount away with the old one. So a process of guard's stays in the room, watches those names and
 * lays the same mount again; the room's mounts are shared, and the agent's are slaves of them: what is laid there comes to it.
 * Must never: do anything that the tree asks for, follow a link, hold what is only shown as held, or go on when it cannot hold.
 */
#ifndef GUARD_CONFINE_KEEP_H
#define GUARD_CONFINE_KEEP_H

#include "confine.h"

enum kept_kind {
  KEPT_HIDDEN,
  KEPT_STAND_IN,      /* hidden in part; what comes in its place is hidden as a whole */
  KEPT_READ_ONLY,
  KEPT_UNTIL_CHANGED, /* shown as long as it is what the plan has looked at */
};

struct kept {
  enum kept_kind kind;
  const char *stamp; /* of KEPT_UNTIL_CHANGED: INODE:CHANGED_AT_NS */
  const char *path;
  bool told_held, told_shown;
};

/* confine-keep-list.c: what the launcher wrote down (src/confine/kept-names.ts). */
struct kept_list {
  char *text;
  const char *file, *folder; /* what is seen in the place of hidden ones */
  struct kept *names;
  size_t count;
};
bool kept_read(const char *path, struct kept_list *list);

/* confine-keep-hold.c */
struct masks {
  int file, folder; /* places in the room, from before they were hidden themselves */
};
enum held {
  HELD_ALREADY,
  HELD_AGAIN,
  HELD_NOTHING, /* nothing is there */
  HELD_NOT,     /* a link: what it leads to is seen */
  HELD_FAILED,  /* with errno */
};
enum held kept_hold(struct kept *kept, const struct masks *masks);

/* confine-keep-watch.c: the folders of the names, and files that must not change. */
struct watched {
  char *path;
  unsigned events;
  int number; /* -1: it is not there */
};
struct watch {
  int fd; /* -1: none to be had */
  bool blind; /* the kernel gives no more: all names are looked at often */
  struct watched *list;
  size_t count;
};
bool watch_start(struct watch *watch, const struct kept_list *list);
/* Again for what is another one now. */
void watch_all(struct watch *watch);
/* What happened: calls `on_name` for each kept name that may have something new. True: all must be looked at. */
bool watch_read(struct watch *watch, struct kept_list *list, void (*on_name)(void *state, size_t number), void *state);

/* confine-keep.c: the process itself; never comes back. */
void keep(int seat, pid_t seat_pid, struct kept_list *list) __attribute__((noreturn));

struct kept_word {
  char word; /* enum kept_news */
  unsigned number;
};

#endif
