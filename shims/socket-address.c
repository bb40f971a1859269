#include "socket-address.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "number-text.h"
#include "path-text.h"

static bool put_path(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address->sun_path) return false;
  memcpy(address->sun_path, path, length + 1);
  return true;
}

#ifdef O_PATH
#define OPEN_FILES "/proc/self/fd"

static bool put_path_by_folder(const char *path, struct socket_address *into) {
  char folder[PATH_ROOM], by_number[PATH_ROOM], shorter[PATH_ROOM], digits[NUMBER_ROOM];
  errno = ENAMETOOLONG;
  if (!folder_of(path, folder)) return false;
  into->folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (into->folder < 0) return false;
  const char *number = number_text((unsigned long)into->folder, digits);
  errno = ENAMETOOLONG;
  return join_path(OPEN_FILES, strlen(OPEN_FILES), number, by_number) &&
         join_path(by_number, strlen(by_number), last_part(path), shorter) && put_path(shorter, &into->address);
}
#else
static bool put_path_by_folder(const char *path, struct socket_address *into) {
  (void)path;
  (void)into;
  errno = ENAMETOOLONG;
  return false;
}
#endif

bool open_address(const char *path, struct socket_address *into) {
  memset(into, 0, sizeof *into);
  into->folder = -1;
  into->address.sun_family = AF_UNIX;
  if (put_path(path, &into->address) || put_path_by_folder(path, into)) return true;
  int problem = errno;
  close_address(into);
  errno = problem;
  return false;
}

void close_address(const struct socket_address *opened) {
  if (opened->folder >= 0) close(opened->folder);
}
