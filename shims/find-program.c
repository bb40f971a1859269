#include "find-program.h"

#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#define MODIFIED st_mtimespec
#define CHANGED st_ctimespec
#else
#define MODIFIED st_mtim
#define CHANGED st_ctim
#endif

/* What glibc's execvp takes when there is no PATH. */
#define SEARCH_WITHOUT_PATH "/bin:/usr/bin"

struct walk {
  const char *name;
  const char *cwd;
  char own_folder[PATH_ROOM];
  struct stat own_file;
};

/* The folder by which we were started, by text: spares looking at a file that is us anyway. */
static bool is_own_folder(const struct walk *walk, const char *element, size_t length) {
  while (length > 1 && element[length - 1] == '/') length--;
  return strlen(walk->own_folder) == length && memcmp(walk->own_folder, element, length) == 0;
}

/* An empty element is the current folder; relative ones begin there. */
static bool path_in(const struct walk *walk, const char *element, size_t length, char path[PATH_ROOM]) {
  char folder[PATH_ROOM], relative[PATH_ROOM];
  if (length > 0 && element[0] == '/') return join_path(element, length, walk->name, path);
  if (length == 0) return join_path(walk->cwd, strlen(walk->cwd), walk->name, path);
  if (length >= PATH_ROOM) return false;
  memcpy(relative, element, length);
  relative[length] = '\0';
  return join_path(walk->cwd, strlen(walk->cwd), relative, folder) &&
         join_path(folder, strlen(folder), walk->name, path);
}

static bool try_element(const struct walk *walk, const char *element, size_t length, struct program *found) {
  struct stat file;
  if (is_own_folder(walk, element, length) || !path_in(walk, element, length, found->path)) return false;
  if (stat(found->path, &file) != 0 || !S_ISREG(file.st_mode)) return false;
  /* Another session's shims, or another link to us: it would find itself for ever. */
  if (file.st_dev == walk->own_file.st_dev && file.st_ino == walk->own_file.st_ino) return false;
  if (access(found->path, X_OK) != 0) return false;
  found->file = file;
  return true;
}

bool find_program(const char *name, const char *search, const char *started_by, const char *cwd,
                  struct program *found) {
  struct walk walk = {.name = name, .cwd = cwd};
  if (!folder_of(started_by, walk.own_folder) || stat(started_by, &walk.own_file) != 0) return false;
  const char *element = search != NULL ? search : SEARCH_WITHOUT_PATH;
  for (;;) {
    size_t length = strcspn(element, ":");
    if (try_element(&walk, element, length, found)) return true;
    if (element[length] == '\0') return false;
    element += length + 1;
  }
}

static bool is_same_time(struct timespec one, struct timespec other) {
  return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

/* The time of the last change cannot be set back, unlike that of the last write. Both are as fine as the system's tick. */
bool is_unchanged(const struct program *found) {
  const struct stat *then = &found->file;
  struct stat now;
  return stat(found->path, &now) == 0 && now.st_dev == then->st_dev && now.st_ino == then->st_ino &&
         now.st_size == then->st_size && is_same_time(now.MODIFIED, then->MODIFIED) &&
         is_same_time(now.CHANGED, then->CHANGED);
}
