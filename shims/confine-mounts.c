/* Carries out the plan's mounts in the room. What is bound is taken before anything is laid over it: so does bubblewrap. */
#include "confine-mounts.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each mount is an open descriptor for a while; the agent gets the user's own limit back. */
static bool allow_descriptors(struct rlimit *before) {
  if (getrlimit(RLIMIT_NOFILE, before) != 0) return false;
  const struct rlimit most = {.rlim_cur = before->rlim_max, .rlim_max = before->rlim_max};
  return setrlimit(RLIMIT_NOFILE, &most) == 0;
}

static bool take(struct step *step) {
  if (step->kind != STEP_BIND) return true;
  int place = place_open(step->from);
  if (place < 0) return step->may_be_gone && errno == ENOENT;
  step->tree = tree_copy(place);
  int problem = errno;
  close(place);
  errno = problem;
  return step->tree >= 0 && tree_protect(step->tree, step->protection);
}

/* False where there is no telling: then it is no place for a folder. */
static bool is_folder(int tree) {
  struct stat there;
  return fstat(tree, &there) == 0 && S_ISDIR(there.st_mode);
}

static int open_place(const struct step *step) {
  switch (step->kind) {
    case STEP_BIND: return place_open_or_make(step->path, is_folder(step->tree));
    case STEP_EMPTY: return place_open_or_make(step->path, true);
    default: return place_open(step->path);
  }
}

static bool lay(const struct step *step) {
  if (step->kind == STEP_LINK) return symlink(step->from, step->path) == 0;
  if (step->kind == STEP_BIND && step->tree < 0) return true;
  int place = open_place(step);
  if (place < 0) return false;
  bool done = step->kind == STEP_BIND    ? tree_put(step->tree, place)
              : step->kind == STEP_EMPTY ? place_cover(place, step->from)
                                         : place_close(place);
  int problem = errno;
  close(place);
  if (step->tree >= 0) close(step->tree);
  errno = problem;
  return done;
}

static const char *carry_out(const struct steps *steps) {
  for (size_t at = 0; at < steps->count; at++)
    if (!take(&steps->list[at])) return steps->list[at].from;
  for (size_t at = 0; at < steps->count; at++)
    if (!lay(&steps->list[at])) return steps->list[at].path;
  return NULL;
}

const char *mounts_make(const char *text, size_t length) {
  struct rlimit before;
  struct steps steps;
  const char *problem = steps_read(text, length, &steps);
  if (problem == NULL && !allow_descriptors(&before)) problem = "the limit of open files";
  if (problem == NULL) {
    problem = carry_out(&steps);
    int number = errno;
    setrlimit(RLIMIT_NOFILE, &before);
    errno = number;
  }
  int number = errno;
  free(steps.list);
  errno = number;
  return problem;
}

/*
 * An old kernel lacks a call, and a container's rules may refuse any of them: tried by making one mount that changes nothing. It
 * stays: to take it away would cost two milliseconds.
 */
bool mounts_work(void) {
  int place = place_open("/dev/null");
  int tree = place < 0 ? -1 : tree_copy(place);
  bool put = tree >= 0 && tree_put(tree, place) && all_without_setuid();
  if (tree >= 0) close(tree);
  if (place >= 0) close(place);
  return put;
}
