/*
 * Confinement (Linux): what the agent may see and reach besides programs. The agent's process makes itself a /dev of its own
 * (the room), hides and write-protects there what the launcher's plan says, becomes bubblewrap, which does what is left of the
 * plan (all of it where there is no room), and comes back as `guard-seat --inside`: that one takes the filter on and becomes the agent. The seat stays outside of all of it.
 * Must never: let the agent start with less than was planned, or leave bubblewrap between the seat and its agent.
 */
#ifndef GUARD_CONFINE_H
#define GUARD_CONFINE_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct keeper;

struct confinement {
  const char *plan;   /* a file: bubblewrap's arguments, each ended by NUL. NULL: no confinement */
  const char *mounts; /* a file: those that mount, carried out behind the others by the room, or by bubblewrap where it cannot */
  const char *kept;   /* a file: names that the keeper holds again. NULL: there is none */
  struct keeper *keeper;
  const char *bwrap;
  bool room;         /* make the agent's own /dev first */
  bool sandboxes;
  char **devices;    /* names below /dev that it holds */
  size_t device_count;
};

/* What the process inside must know; descriptors stay open on the way there. */
struct inside {
  int seat;    /* the socket to the seat */
  int go_fd, failure_fd;
  pid_t seat_pid;
  bool own_group;
  bool sandboxes; /* it may have mount namespaces of its own */
  bool gated;
  const pid_t *guarded;
  size_t guarded_count;
  const char *mask; /* signals that the agent has blocked, as hex digits */
};

/* confine.c, in the agent's process: comes back only when it failed, with errno; the word is what failed. */
const char *confine_become(const struct confinement *confinement, const struct inside *inside, const char *program, char **argv);

/* confine-room.c: false with errno. */
bool room_make(const struct confinement *confinement, int seat);

/* confine-mounts.c, in the room: whether it can make mounts at all; the plan's, in bubblewrap's
   words. NULL, or what could not be done, with errno: then some are made and some are not. */
bool mounts_work(void);
const char *mounts_make(const char *text, size_t length);

/* confine-take.c, in the seat: who came out inside; 0: nobody. `first`: the process that became bubblewrap. */
pid_t confine_take(int socket, pid_t first);
/* What the process inside tells, and that it may go on. */
enum { TELL_ROOM = 'R', TELL_INSIDE = 'I', TELL_ADOPTED = 'A' };

/* confine-keeper.c, in the seat: the process that holds again what its owner replaces (confine-keep.h). */
struct kept_list;
struct keeper {
  pid_t pid; /* 0: none */
  int fd;    /* what it tells; -1: nothing more */
  bool is_root; /* outside: in the room everybody is */
  struct kept_list *list;
};
/* Before the agent's process, which lets it in. False with errno: nothing may be started. */
bool keeper_start(struct keeper *keeper, const char *list);
/* In the agent's process, in the room, first before and then after the masks: the first gives what they are copied from. */
struct masks;
bool keeper_find_masks(const struct keeper *keeper, struct masks *masks);
bool keeper_let_in(const struct keeper *keeper, const struct masks *masks);
/* In its place, where the masks are not the room's. */
void keeper_send_away(const struct keeper *keeper);
/* `number` is a name's, in the order of the list, or errno. */
enum kept_news {
  KEPT_QUIET = 0,
  KEPT_BEGUN = 'B',
  KEPT_NONE = 'N',    /* bubblewrap made the masks */
  KEPT_REFUSED = 'R', /* it cannot be in the room: errno */
  KEPT_AGAIN = 'A',
  KEPT_SHOWN = 'S', /* it is a link now: what it leads to is seen */
  KEPT_LOST = 'L',  /* something cannot be held, or the keeper is gone */
};
enum kept_news keeper_hear(struct keeper *keeper, long *number);
/* The kernel takes its time for the room's mounts: nobody waits for that before there is nothing else to do. */
void keeper_end(struct keeper *keeper);
void keeper_reap(const struct keeper *keeper);

/* confine-namespaces.c: for good, and for all that comes of the caller. */
bool namespaces_refuse(bool root);

/* confine-keys.c: where there is a gate, its filter does it. */
bool keys_refuse(void);

/* confine-descriptors.c: false: it cannot be told which there are. */
bool descriptors_drop(void);
void keyring_leave(void);

/* confine-inside.c: `guard-seat --inside …`; comes back only when it failed. */
int inside_main(int argc, char **argv);

/* confine-probe.c: `guard-seat --probe-confine BWRAP [--room]`: 0, or 1 and why not on stdout. */
int confine_probe(int argc, char **argv);
int confine_probed(void);

#endif
