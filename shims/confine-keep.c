/* The keeper's life: out of everybody's reach, into the room, watch first, look at all, then whenever something happens. */
#include "confine-keep.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gate-enter.h"

/* Without watches; and with them, for disks that tell nothing of what others do there. */
enum { LOOK_BLIND_MS = 200, LOOK_MS = 2000, CALL_CLOSE_RANGE = 436, SEAT = 3 };

struct keeping {
  struct kept_list *list;
  struct masks masks;
  struct watch watch;
};

static void tell(char word, unsigned number) {
  const struct kept_word told = {.word = word, .number = number};
  if (write(SEAT, &told, sizeof told) != (ssize_t)sizeof told) _exit(1); /* the seat is gone, or drowns: either ends it */
}

static void fail(char word, unsigned number) {
  tell(word, number);
  _exit(1);
}

/* Neither the terminal nor anything else of the seat's is held; no signal of a terminal, a group or a person ends it. */
static bool leave_all(int seat) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_DUMPABLE, 0);
  setsid();
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0 || dup2(seat, SEAT) < 0) return false;
  for (int fd = 0; fd < SEAT; fd++)
    if (dup2(nothing, fd) < 0) return false;
  return syscall(CALL_CLOSE_RANGE, SEAT + 1, ~0U, 0) == 0;
}

/* Where the masks are bubblewrap's own, nobody could get at them from here. */
static bool is_sent_away(void) {
  char byte;
  ssize_t got;
  do got = recv(SEAT, &byte, 1, MSG_PEEK);
  while (got < 0 && errno == EINTR);
  return got <= 0;
}

/* What the agent's process sends from within. All of it is taken first: who sends to one that has gone could not start. */
struct room {
  int user, mounts, top;
};

static bool take_room(struct room *room, struct masks *masks) {
  const bool root = geteuid() == 0;
  room->user = root ? -1 : take_fd(SEAT);
  room->mounts = take_fd(SEAT);
  room->top = take_fd(SEAT);
  masks->file = take_fd(SEAT);
  masks->folder = take_fd(SEAT);
  return (root || room->user >= 0) && room->mounts >= 0 && room->top >= 0 && masks->file >= 0 && masks->folder >= 0;
}

/* What changes who we are forgets whose death is ours, and shows us to others again. */
static bool enter(const struct room *room, pid_t seat) {
  if (room->user >= 0 && setns(room->user, CLONE_NEWUSER) != 0) return false;
  if (setns(room->mounts, CLONE_NEWNS) != 0 || fchdir(room->top) != 0 || chroot(".") != 0) return false;
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != seat) return false;
  if (room->user >= 0) close(room->user);
  close(room->mounts);
  close(room->top);
  return true;
}

static void hold(void *state, size_t number) {
  struct keeping *keeping = state;
  struct kept *kept = &keeping->list->names[number];
  enum held held = kept_hold(kept, &keeping->masks);
  if (held == HELD_FAILED) fail(KEPT_LOST, (unsigned)number);
  /* Once for each: who replaces a file in a loop is not told of in a loop. */
  if (held == HELD_AGAIN && !kept->told_held) {
    kept->told_held = true;
    tell(KEPT_AGAIN, (unsigned)number);
  }
  if (held == HELD_NOT && !kept->told_shown) {
    kept->told_shown = true;
    tell(KEPT_SHOWN, (unsigned)number);
  }
}

static void look_at_all(struct keeping *keeping) {
  watch_all(&keeping->watch);
  for (size_t at = 0; at < keeping->list->count; at++) hold(keeping, at);
}

static void keep_on(struct keeping *keeping) {
  for (;;) {
    struct pollfd ready[] = {{.fd = keeping->watch.fd, .events = POLLIN}, {.fd = SEAT, .events = POLLIN}};
    int happened = poll(ready, 2, keeping->watch.blind ? LOOK_BLIND_MS : LOOK_MS);
    if (ready[1].revents != 0) _exit(0);
    if (happened <= 0 || watch_read(&keeping->watch, keeping->list, hold, keeping)) look_at_all(keeping);
  }
}

void keep(int seat, pid_t seat_pid, struct kept_list *list) {
  struct keeping keeping = {.list = list};
  struct room room;
  if (!leave_all(seat)) _exit(1);
  if (is_sent_away()) fail(KEPT_NONE, 0);
  if (!take_room(&room, &keeping.masks)) fail(KEPT_LOST, 0);
  if (!enter(&room, seat_pid)) fail(KEPT_REFUSED, (unsigned)errno);
  if (!watch_start(&keeping.watch, list)) fail(KEPT_REFUSED, ENOMEM);
  tell(KEPT_BEGUN, 0);
  look_at_all(&keeping);
  keep_on(&keeping);
  _exit(1);
}
