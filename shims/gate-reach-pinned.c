/*
 * Listeners in network namespaces of the tree's own (sandboxes make them), which the kernel does not list here. Their files are
 * held open: a file's number comes again only when it is gone, and a socket's file belongs to one socket for ever.
 */
#include "gate-reach.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71
#endif
#ifndef SIOCUNIXFILE
#define SIOCUNIXFILE (SIOCPROTOPRIVATE + 0)
#endif

static uint64_t network_of(int fd) {
  uint64_t cookie = 0;
  socklen_t length = sizeof cookie;
  return getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &length) == 0 ? cookie : 0;
}

static uint64_t own_network(void) {
  int own = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (own < 0) return 0;
  uint64_t network = network_of(own);
  close(own);
  return network;
}

bool network_is_ours(int fd) {
  const uint64_t own = own_network();
  return own != 0 && own == network_of(fd);
}

bool network_is_another(int fd) {
  const uint64_t own = own_network(), its = network_of(fd);
  return own != 0 && its != 0 && own != its;
}

static void drop(struct pinned_files *pinned, size_t at) {
  close(pinned->files[at]);
  pinned->files[at] = pinned->files[--pinned->count];
}

/* A socket's file that was removed cannot be named any more. */
static void drop_removed(struct pinned_files *pinned) {
  struct stat found;
  for (size_t at = pinned->count; at-- > 0;)
    if (fstat(pinned->files[at], &found) != 0 || found.st_nlink == 0) drop(pinned, at);
}

/* The kernel gives it to who may administer that namespace: to root, and to who made it. */
void pinned_note(struct pinned_files *pinned, int fd) {
  int file = network_is_ours(fd) ? -1 : ioctl(fd, SIOCUNIXFILE);
  if (file < 0) return;
  pthread_mutex_lock(&pinned->lock);
  drop_removed(pinned);
  if (pinned->count == MOST_PINNED) drop(pinned, 0);
  pinned->files[pinned->count++] = file;
  pthread_mutex_unlock(&pinned->lock);
}

bool pinned_has(struct pinned_files *pinned, const struct stat *wanted) {
  bool has = false;
  struct stat found;
  pthread_mutex_lock(&pinned->lock);
  for (size_t at = 0; at < pinned->count && !has; at++)
    has = fstat(pinned->files[at], &found) == 0 && found.st_dev == wanted->st_dev && found.st_ino == wanted->st_ino;
  pthread_mutex_unlock(&pinned->lock);
  return has;
}
