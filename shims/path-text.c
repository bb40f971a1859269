#include "path-text.h"

#include <string.h>

const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static bool copy_text(const char *text, size_t length, char into[PATH_ROOM]) {
  if (length >= PATH_ROOM) return false;
  memcpy(into, text, length);
  into[length] = '\0';
  return true;
}

bool folder_of(const char *path, char folder[PATH_ROOM]) {
  size_t length = (size_t)(last_part(path) - path);
  if (length == 0) return copy_text(".", 1, folder);
  while (length > 1 && path[length - 1] == '/') length--;
  return copy_text(path, length, folder);
}

bool folder_above(const char *folder, char above[PATH_ROOM]) {
  const char *last = last_part(folder);
  /* Cutting ".." off would lead down instead of up. */
  if (strcmp(last, ".") == 0 || strcmp(last, "..") == 0) return join_path(folder, strlen(folder), "..", above);
  return folder_of(folder, above);
}

bool join_path(const char *folder, size_t folder_length, const char *name, char path[PATH_ROOM]) {
  size_t name_length = strlen(name);
  if (folder_length >= PATH_ROOM || name_length >= PATH_ROOM) return false;
  bool has_slash = folder_length > 0 && folder[folder_length - 1] == '/';
  size_t start = folder_length + (has_slash ? 0 : 1);
  if (start + name_length >= PATH_ROOM) return false;
  memcpy(path, folder, folder_length);
  if (!has_slash) path[folder_length] = '/';
  memcpy(path + start, name, name_length + 1);
  return true;
}
