/* One connect to a socket of this machine, by its name as it is given. */
#ifndef GUARD_EVASION_CONNECT_H
#define GUARD_EVASION_CONNECT_H

#include "attack.h"

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

/* `@` begins an abstract name. */
static inline socklen_t put_address(struct sockaddr_un *address, const char *name) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  snprintf(address->sun_path, sizeof address->sun_path, "%s", name);
  if (name[0] != '@') return sizeof *address;
  address->sun_path[0] = '\0';
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
}

static inline int connect_kind(const char *name, int kind) {
  struct sockaddr_un address;
  socklen_t length = put_address(&address, name);
  int fd = socket(AF_UNIX, kind, 0);
  return connect(fd, (struct sockaddr *)&address, length) == 0 ? fd : -1;
}

static inline int bind_kind(const char *name, int kind) {
  struct sockaddr_un address;
  socklen_t length = put_address(&address, name);
  int fd = socket(AF_UNIX, kind, 0);
  if (bind(fd, (struct sockaddr *)&address, length) != 0) return -1;
  return kind == SOCK_DGRAM || listen(fd, 64) == 0 ? fd : -1;
}

#endif
