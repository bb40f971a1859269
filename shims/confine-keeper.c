/* The seat's side of the keeper, and the agent's process, which lets it into its room. */
#include "confine-keep.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confine-mounts.h"
#include "gate-enter.h"

/*
 * Without a signal at its end: waitpid leaves such a child out unless it is asked for it, so that the seat still sees when nothing of
 * the tree is left. Its end is seen by its line.
 */
static pid_t fork_unheard(void) { return (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL); }

bool keeper_start(struct keeper *keeper, const char *list) {
  int ends[2];
  *keeper = (struct keeper){.fd = -1, .is_root = geteuid() == 0};
  if (list == NULL) return true;
  keeper->list = calloc(1, sizeof *keeper->list);
  if (keeper->list == NULL || !kept_read(list, keeper->list)) return false;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  const pid_t seat = getpid();
  keeper->pid = fork_unheard();
  if (keeper->pid == 0) keep(ends[1], seat, keeper->list);
  close(ends[1]);
  keeper->fd = ends[0];
  return keeper->pid > 0;
}

bool keeper_find_masks(const struct keeper *keeper, struct masks *masks) {
  *masks = (struct masks){.file = place_open(keeper->list->file), .folder = place_open(keeper->list->folder)};
  return masks->file >= 0 && masks->folder >= 0;
}

static bool pass(int to, int fd) {
  bool passed = fd >= 0 && pass_fd(to, fd);
  if (fd >= 0) close(fd);
  return passed;
}

/* A plain user's room has a user namespace of its own, in which alone its mounts can be made. */
bool keeper_let_in(const struct keeper *keeper, const struct masks *masks) {
  if (!all_shared()) return false;
  if (!keeper->is_root && !pass(keeper->fd, open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC))) return false;
  return pass(keeper->fd, open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC)) &&
         pass(keeper->fd, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)) && pass(keeper->fd, masks->file) && pass(keeper->fd, masks->folder);
}

void keeper_send_away(const struct keeper *keeper) {
  if (keeper->pid != 0) shutdown(keeper->fd, SHUT_WR);
}

void keeper_end(struct keeper *keeper) {
  if (keeper->fd < 0) return;
  close(keeper->fd);
  keeper->fd = -1;
  kill(keeper->pid, SIGKILL);
}

enum kept_news keeper_hear(struct keeper *keeper, long *number) {
  struct kept_word told;
  ssize_t got = recv(keeper->fd, &told, sizeof told, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return KEPT_QUIET;
  if (got != (ssize_t)sizeof told) told = (struct kept_word){.word = KEPT_LOST};
  *number = told.number;
  if (told.word == KEPT_LOST || told.word == KEPT_NONE || told.word == KEPT_REFUSED) keeper_end(keeper);
  return (enum kept_news)told.word;
}

void keeper_reap(const struct keeper *keeper) {
  int status;
  while (keeper->pid > 0 && waitpid(keeper->pid, &status, __WALL) < 0 && errno == EINTR) {}
}
