/* A socket's path as the kernel takes it: 107 bytes. A longer one goes through its folder's descriptor (Linux only). */
#ifndef GUARD_SOCKET_ADDRESS_H
#define GUARD_SOCKET_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

struct socket_address {
  struct sockaddr_un address;
  int folder; /* -1: not needed */
};

/* False with errno. */
bool open_address(const char *path, struct socket_address *into);
void close_address(const struct socket_address *opened);

#endif
