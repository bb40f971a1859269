/*
 * Sockets of the tree, by their cookies, which no other socket ever has. One that is swapped in while it is noted is one that
 * the tree holds as well.
 */
#include "gate-reach.h"

#include <string.h>

static struct known_socket *find_cookie(struct known_sockets *known, uint64_t cookie) {
  for (size_t at = 0; at < MOST_KNOWN; at++)
    if (known->list[at].cookie == cookie) return &known->list[at];
  return NULL;
}

void known_note(struct known_sockets *known, int fd) {
  uint64_t cookie = 0;
  socklen_t length = sizeof cookie;
  if (getsockopt(fd, SOL_SOCKET, SO_COOKIE, &cookie, &length) != 0 || cookie == 0) return;
  pthread_mutex_lock(&known->lock);
  if (find_cookie(known, cookie) == NULL) known->list[known->next++ % MOST_KNOWN] = (struct known_socket){.cookie = cookie};
  pthread_mutex_unlock(&known->lock);
}

bool known_has(struct known_sockets *known, uint64_t cookie) {
  pthread_mutex_lock(&known->lock);
  bool has = cookie != 0 && find_cookie(known, cookie) != NULL;
  pthread_mutex_unlock(&known->lock);
  return has;
}

/* One that was found at that file before. Its number comes again when it is gone: whether it lives is asked anew. */
static bool find_remembered(struct known_sockets *known, const struct bound_wanted *wanted, struct known_socket *found) {
  bool is_there = false;
  pthread_mutex_lock(&known->lock);
  for (size_t at = 0; at < MOST_KNOWN && !is_there; at++) {
    *found = known->list[at];
    is_there = found->inode != 0 && found->file_inode == wanted->file_inode && found->file_device == wanted->file_device;
  }
  pthread_mutex_unlock(&known->lock);
  return is_there;
}

static bool remember(struct known_sockets *known, const struct bound_socket *bound) {
  pthread_mutex_lock(&known->lock);
  struct known_socket *socket = find_cookie(known, bound->cookie);
  if (socket != NULL) {
    socket->inode = bound->inode;
    socket->file_device = bound->file_device;
    socket->file_inode = bound->file_inode;
  }
  pthread_mutex_unlock(&known->lock);
  return socket != NULL;
}

enum whose known_whose(struct known_sockets *known, const struct bound_wanted *wanted, struct bound_socket *bound) {
  struct known_socket remembered;
  if (wanted->name == NULL && find_remembered(known, wanted, &remembered) && bound_lives(&remembered)) return WHOSE_TREES;
  if (!bound_find(wanted, bound)) return WHOSE_UNKNOWN;
  if (!bound->found) return WHOSE_NOBODYS;
  return remember(known, bound) ? WHOSE_TREES : WHOSE_OUTSIDE;
}
