/* The agent's process becomes bubblewrap. */
#include "confine-keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "confine-mounts.h"

enum { NUMBER_ROOM = 24, PATH_ROOM = 4096, MOST_FIXED = 32 };

struct words {
  char **list;
  size_t count;
};

static void add(struct words *words, const char *word) { words->list[words->count++] = (char *)word; }

/* Kept for as long as the process is this program. */
static void add_number(struct words *words, long number) {
  char *text = malloc(NUMBER_ROOM);
  if (text == NULL) _exit(125);
  snprintf(text, NUMBER_ROOM, "%ld", number);
  add(words, text);
}

/* Root could write there who is killed first. Everybody else cannot, and needs a /proc with nothing on it (CONFINEMENT.md). */
static void add_seat_cover(struct words *words, pid_t seat) {
  char *path = malloc(NUMBER_ROOM);
  if (path == NULL) _exit(125);
  snprintf(path, NUMBER_ROOM, "/proc/%d", seat);
  add(words, "--ro-bind");
  add(words, path);
  add(words, path);
}

static bool keep_open(int fd) { return fcntl(fd, F_SETFD, 0) == 0; }

/* This program, by the name that it has for everybody: bubblewrap starts it in the agent's view. */
static const char *own_path(void) {
  static char path[PATH_ROOM];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0 || length == (ssize_t)sizeof path - 1) return NULL;
  path[length] = '\0';
  return path;
}

static void add_inside(struct words *words, const struct inside *inside) {
  add(words, "--inside");
  add_number(words, inside->seat);
  add_number(words, inside->go_fd);
  add_number(words, inside->failure_fd);
  add_number(words, inside->seat_pid);
  add(words, inside->own_group ? "group" : "-");
  add(words, inside->gated ? "gate" : "-");
  add(words, inside->sandboxes ? "sandboxes" : "-");
  add(words, inside->mask);
  add_number(words, (long)inside->guarded_count);
  for (size_t at = 0; at < inside->guarded_count; at++) add_number(words, inside->guarded[at]);
  /* bubblewrap writes another one. */
  const char *folder = getenv("PWD");
  add(words, folder == NULL ? "-" : folder);
}

static bool keep_all_open(const struct inside *inside) {
  return keep_open(inside->seat) && keep_open(inside->go_fd) && keep_open(inside->failure_fd);
}

static void add_args(struct words *words, int file) {
  add(words, "--args");
  add_number(words, file);
}

/* The text is kept: what cannot be done is told in its words. */
static const char *make_mounts(int file) {
  struct stat found;
  if (fstat(file, &found) != 0) return "the plan";
  size_t length = (size_t)found.st_size;
  char *text = malloc(length + 1);
  if (text == NULL || read(file, text, length) != (ssize_t)length) return "the plan";
  close(file);
  return mounts_make(text, length);
}

/* The same for the keeper, by the room: a mount of bubblewrap's takes half a millisecond. */
static bool cover(pid_t pid) {
  char path[NUMBER_ROOM];
  snprintf(path, sizeof path, "/proc/%d", pid);
  int place = place_open(path), tree = place < 0 ? -1 : tree_copy(place);
  bool done = tree >= 0 && tree_protect(tree, PROTECT_WRITES) && tree_put(tree, place);
  int problem = errno;
  if (tree >= 0) close(tree);
  if (place >= 0) close(place);
  errno = problem;
  return done;
}

/* With the keeper, where there is one: it comes in when all is laid, and nobody waits for it. */
static const char *make_kept_mounts(int file, const struct keeper *keeper) {
  struct masks masks;
  if (keeper->pid != 0 && !keeper_find_masks(keeper, &masks)) return "what is shown in the place of secrets";
  const char *problem = make_mounts(file);
  if (problem != NULL || keeper->pid == 0) return problem;
  if (keeper->is_root && !cover(keeper->pid)) return "the keeper's /proc";
  return keeper_let_in(keeper, &masks) ? NULL : "the keeper";
}

const char *confine_become(const struct confinement *confinement, const struct inside *inside, const char *program, char **argv) {
  size_t count = 0;
  while (argv[count] != NULL) count++;
  struct words words = {.list = calloc(count + MOST_FIXED + inside->guarded_count, sizeof(char *))};
  const char *self = own_path(), *problem;
  const bool root = geteuid() == 0; /* in the room everybody is */
  if (words.list == NULL || self == NULL) return "guard-seat";
  /* Opened here: in the room they are hidden. */
  int plan = open(confinement->plan, O_RDONLY), mounts = open(confinement->mounts, O_RDONLY);
  if (plan < 0 || mounts < 0) return plan < 0 ? confinement->plan : confinement->mounts;
  if (confinement->room && !room_make(confinement, inside->seat)) return "the agent's own /dev";
  add(&words, "bwrap");
  add_args(&words, plan);
  if (!confinement->room || !mounts_work()) {
    add_args(&words, mounts);
    keeper_send_away(confinement->keeper);
  } else if ((problem = make_kept_mounts(mounts, confinement->keeper)) != NULL) return problem;
  if (root) add_seat_cover(&words, inside->seat_pid);
  add(&words, "--");
  add(&words, self);
  if (!keep_all_open(inside)) return "descriptors";
  add_inside(&words, inside);
  add(&words, program);
  for (size_t at = 0; at < count; at++) add(&words, argv[at]);
  execv(confinement->bwrap, words.list);
  return confinement->bwrap;
}
