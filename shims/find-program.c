#include "find-program.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  found->device = file.st_dev;
  found->inode = file.st_ino;
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

bool is_unchanged(const struct program *found) {
  struct stat now;
  return stat(found->path, &now) == 0 && now.st_dev == found->device && now.st_ino == found->inode;
}
