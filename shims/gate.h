/*
 * The exec gate, a part of guard-seat (Linux): no program starts below the seat without a verdict.
 * A filter in the tree tells of each execve; the gate lets the kernel load the new program, holds it before its first
 * instruction, looks at what was really loaded, and asks. Allowed: it is let go. Denied: it prints guard's line and exits 126.
 * Must never: allow by itself, hold the process that called execve, or hold a program deaf to its signals.
 */
#ifndef GUARD_GATE_H
#define GUARD_GATE_H

#define _GNU_SOURCE /* each file includes this one first */

#include <limits.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

#include "answer.h"
#include "gate-aside.h"
#include "gate-image.h"
#include "gate-reach.h"
#include "gate-seat.h"

/* gate-filter.c: in the agent's process, before it becomes the agent. The listener's descriptor, or -1 with errno. */
int filter_install(const pid_t *guarded, size_t guarded_count);

/* gate-thread.c: calls that would slow down or starve the process, or thread, of that number. */
struct hindrance {
  long call;
  unsigned argument; /* the number */
};
extern const struct hindrance hindrances[];
extern const size_t hindrance_count;
bool is_hindrance(int call);
/* Of the number that the call names now: numbers come again, but not while the call waits for this. */
bool hinders_guard(const struct seccomp_data *call, const pid_t *guarded, size_t guarded_count);

/* gate-served.c: may memory or a file not come, because who serves it does not? */
struct served {
  int mounts;
  bool here;  /* among guard's own mounts */
  bool below; /* something below the gate may have mounted one, or gone where one is */
  bool slow;  /* a caller's memory took its time once, for whatever reason */
};
extern const long mounting_calls[];
extern const size_t mounting_call_count;
bool is_mounting(int call);
void served_begin(struct served *served);
bool served_maybe(struct served *served);

/* gate-scope.c: signals, traces and abstract sockets stay within the tree, where the kernel can do that (6.12). */
bool scope_enter(void);

/* gate-pass.c: one descriptor through a socket pair. */
bool pass_fd(int socket, int fd);
int take_fd(int socket);

/* gate-task.c: what the gate traces. */
enum task_state {
  TASK_CALLING = 0, /* its execve is on its way, or failed: it runs as before */
  TASK_HELD,        /* loaded, before its first instruction, asked for */
  TASK_PARKED,      /* the same, but it runs a waiting loop of guard's, so that signals reach it */
  TASK_RECALLED,    /* parked and answered: told to stand still, so that it can be let go */
};

/* Where the words of a new program lie, and what they were. */
struct words_seen {
  uint64_t from;
  size_t length;
  char *bytes; /* a copy: a sum could be made to come out the same */
};

/* Fields of a frame. */
struct body {
  unsigned char *bytes;
  size_t length, room;
};

enum early {
  EARLY_NONE = 0, /* nothing was announced, or it does not count any more */
  EARLY_ASKED,
  EARLY_ALLOWED, /* if it is loaded as it was announced */
};

/* An execve of a shell, whose end is looked at. */
struct call_watch {
  bool on;
  unsigned broken_off; /* so often it was begun again because of that */
  uint64_t file, argv;
};

struct task {
  pid_t pid; /* 0: a free place */
  enum task_state state;
  unsigned long question;
  long held_at_ms;
  enum early early;
  unsigned long announced; /* the question that the announcement was */
  struct body said;
  struct words_seen words;
  bool kept; /* in `image` */
  struct image image;
  char *denial; /* what it is to print; NULL with an answer: allowed */
  struct call_watch watch;
};

struct tasks {
  struct task *list;
  size_t room, used;
};

struct task *task_find(const struct tasks *tasks, pid_t pid);
/* The one whose announcement waits for this answer. */
struct task *task_announced(const struct tasks *tasks, unsigned long question);
struct task *task_asked(const struct tasks *tasks, unsigned long question);
bool task_is_asked(const struct task *task);
/* NULL: no memory. The places of others may move. */
struct task *task_add(struct tasks *tasks, pid_t pid);
void task_remove(struct tasks *tasks, struct task *task);

/* gate-seize.c: takes hold of who calls execve. */
struct caller {
  struct seccomp_notif call;
  unsigned tries;
  long process; /* of which it is a thread */
};
struct busy {
  long process;
  long until_ms;
};
enum { MOST_ASIDE = 32, MOST_BUSY = 256 };
struct seizing {
  timer_t patience;
  struct caller aside[MOST_ASIDE]; /* to be tried again */
  size_t aside_count;
  struct busy busy[MOST_BUSY]; /* not to be tried for now */
  size_t busy_next;
  long busy_until_ms; /* of all of them */
};
enum seized {
  SEIZED_NOT = 0,   /* it is traced already, or hides itself, or another thread of it execs and does not come to an end */
  SEIZED_STILL_NOT, /* the last of these, of a process that was told of within the last second */
  SEIZED_LATER,     /* put aside */
  SEIZED,
};
bool seizing_begin(struct seizing *state);
struct gate;
enum seized task_seize(struct gate *gate, struct caller *caller, struct task **seized);
/* Takes out what was put aside first: it may have to be put aside again. */
bool aside_take(struct seizing *state, struct caller *taken);

/* gate-facts.c: fills in what was loaded; false: it cannot be told (then nothing of it may run). */
bool facts_add(struct frame *question, struct words_seen *seen, pid_t pid);
/* Keeps what facts_add has just read; false: no memory. */
bool facts_keep(struct words_seen *seen);
/* Arguments, variables and name are still what was kept. */
bool facts_are_same(const struct words_seen *seen, pid_t pid);

/* gate-variables.c: of `NAME=VALUE`. */
bool variable_brings_code(const char *setting);
/* The agent was started with it. */
bool variable_is_own(const char *setting);

/* Parts of both, in the order in which they stand: who it is and where; which file. */
bool read_link(const char *link, char target[PATH_MAX]);
bool add_process(struct frame *question, pid_t pid);
void add_file(struct frame *question, const char *path, dev_t device, uint64_t inode);

/* gate-announce.c: what an execve says; false: it is judged when it is loaded. */
enum { ANNOUNCED_WORDS = 24, ANNOUNCED_ROOM = 256 };
struct announcement {
  pid_t pid; /* the caller */
  uint64_t arguments[6];
  bool is_read, is_found;
  char path[PATH_MAX]; /* what the file's name leads to */
  dev_t device;
  ino_t inode;
  size_t count; /* the file's name, then argv */
  char words[ANNOUNCED_WORDS][ANNOUNCED_ROOM];
};
bool announcement_read(struct gate *gate, struct announcement *said, const struct seccomp_notif *call);
bool announcement_add(struct frame *frame, struct announcement *said);
/* The fields behind `from` of a frame; false: no memory. */
bool body_keep(struct body *body, const struct frame *frame, size_t from);
bool body_is_same(const struct body *body, const struct frame *frame, size_t from);

/* gate-text.c: how a call goes on whose caller would read the file itself if it is no program. */
enum text_watch {
  TEXT_NOT_WATCHED = 0,
  TEXT_STOP_BEFORE,
  TEXT_STOP_AFTER,
  TEXT_REFUSED, /* it was broken off again and again, and so could not be followed */
};
enum text_watch text_watch(struct task *task, int call, const uint64_t arguments[6]);
/* Its stop behind the call. False: the file was refused, for no shell could be started for it. */
bool text_look(struct aside *aside, struct task *task);

/* gate-link.c: the kept connection to the daemon: frames out, frames in, nothing ever waits for it. */
struct gate_link {
  int fd;
  unsigned char *out;
  size_t out_used, out_room;
  size_t in_have; /* bytes in `in`, heads and all */
  struct frame in;
};
bool gate_link_open(struct gate_link *link, const char *path);
/* False: the daemon is gone. */
bool gate_link_send(struct gate_link *link, const struct frame *frame);
bool gate_link_flush(struct gate_link *link);
bool gate_link_read(struct gate_link *link, void (*on_frame)(void *state, const struct frame *frame), void *state);

/* gate.c */
enum { MOST_USED = 32 };
struct gate {
  int listener;
  const pid_t *guarded;
  size_t guarded_count;
  char *socket_path;
  struct reach *reach;
  bool broken; /* the daemon is gone */
  unsigned long questions;
  unsigned long used[MOST_USED]; /* announcements that became true and that the daemon does not know of yet */
  size_t used_count;
  struct tasks tasks;
  struct seizing seizing;
  struct aside aside;
  struct served served;
  struct gate_link link;
  struct frame frame; /* the one that is being written */
};

/* gate-message.c. False: the daemon is gone. */
bool gate_tell(struct gate *gate, const char *op, unsigned long number, const char *key);
/* Gives where the fields begin that are compared: behind the question's number. */
size_t question_begin(struct gate *gate, const char *op);
bool question_send(struct gate *gate);
bool question_note_used(struct gate *gate, unsigned long announced);

/* gate-question.c. False: the daemon is gone. */
bool gate_announce(struct gate *gate, struct task *task, struct announcement *said);
bool gate_forget(struct gate *gate, struct task *task);
bool gate_ask(struct gate *gate, struct task *task);
void gate_answered(void *gate, const struct frame *frame);

/* gate-hold.c: after all but task_park the task may be gone. */
void task_let_go(struct gate *gate, struct task *task);
/* It stands still and is answered. */
void task_settle(struct gate *gate, struct task *task);
/* It is answered: as soon as it stands still. */
void task_act(struct gate *gate, struct task *task);
void task_deny(struct gate *gate, struct task *task, const char *reason, const char *rule);
bool task_kill_unreadable(struct gate *gate, struct task *task);
bool task_park(struct gate *gate, struct task *task);

#endif
