#include "find-socket.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SOCKET_NAME "agent.sock"

static bool socket_in(const char *folder, char socket_path[PATH_ROOM]) {
  struct stat found;
  if (!join_path(folder, strlen(folder), SOCKET_NAME, socket_path)) return false;
  return stat(socket_path, &found) == 0 && S_ISSOCK(found.st_mode);
}

/* Not looked at: when its file is gone, connecting says so in better words. */
static bool socket_named_by_environment(char socket_path[PATH_ROOM]) {
  const char *value = getenv("GUARD_AGENT_SOCKET");
  if (value == NULL || value[0] == '\0' || strlen(value) >= PATH_ROOM) return false;
  memcpy(socket_path, value, strlen(value) + 1);
  return true;
}

bool find_socket(const char *started_by, char socket_path[PATH_ROOM]) {
  char folder[PATH_ROOM], above[PATH_ROOM];
  if (folder_of(started_by, folder)) {
    if (socket_in(folder, socket_path)) return true;
    if (folder_above(folder, above) && socket_in(above, socket_path)) return true;
  }
  return socket_named_by_environment(socket_path);
}
