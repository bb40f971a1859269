/* Deeds at sockets and terminals. */
#include "canary.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* Its length, or 0: too long. An abstract address is its name behind a NUL, without one at the end. */
static socklen_t address_of(const char *name, struct sockaddr_un *address) {
  size_t length = strlen(name);
  int is_abstract = name[0] != '/';
  if (length == 0 || length + 1 >= sizeof address->sun_path) return 0;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path + is_abstract, name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

static int open_socket(const char *name, int (*use)(int, const struct sockaddr *, socklen_t)) {
  struct sockaddr_un address;
  socklen_t length = address_of(name, &address);
  int fd = length == 0 ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (length == 0) errno = ENAMETOOLONG;
  if (fd < 0 || use(fd, (const struct sockaddr *)&address, length) == 0) return fd;
  int problem = errno;
  close(fd);
  errno = problem;
  return -1;
}

int socket_listen(const char *name) {
  int fd = open_socket(name, bind);
  if (fd >= 0) listen(fd, 64);
  return fd;
}

int socket_connect(const char *name) { return open_socket(name, connect); }

/* Not a word is said. */
int deed_connect(const char *path) {
  int fd = socket_connect(path);
  if (fd < 0) return errno;
  close(fd);
  return 0;
}

int deed_abstract(const char *name) { return deed_connect(name); }

int terminal_make(char *name, unsigned long room) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0 && ptsname_r(fd, name, room) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

/* Its own terminal, made for this: the kernel lets nobody but root type into one that is not his. */
static int type_into_own(void) {
  char name[64], letter = 'x';
  int made = terminal_make(name, sizeof name);
  if (made < 0 || setsid() < 0) return errno;
  int fd = open(name, O_RDWR);
  if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) != 0) return errno;
  return ioctl(fd, TIOCSTI, &letter) == 0 ? 0 : errno;
}

/* By a child: a terminal of one's own needs a session of one's own. */
int deed_type(const char *unused) {
  int status = 0;
  (void)unused;
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(type_into_own());
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
}
