/*
 * The connect rule, a part of the exec gate: nothing below the seat connects to a socket that leads out of the tree.
 * connect() is carried out by threads of the seat, with copies of the caller's descriptor and address: what was looked at is
 * what is connected to. Sockets for unix datagrams, which need no connect, are asked about when they are made. The gate's own thread hands calls on, asks the daemon, and breaks off what nobody waits for.
 * Must never: let the kernel go on with a connect (it would read descriptor and address again), hold up the gate's own
 * thread, or connect to an outside socket without the daemon's allow.
 */
#ifndef GUARD_GATE_REACH_H
#define GUARD_GATE_REACH_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <linux/seccomp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

enum { REACH_PATH_ROOM = 4096, REACH_NAME_ROOM = 128 };

/* gate-reach-known.c: sockets that were bound, or began to listen, below the seat. */
struct known_socket {
  uint64_t cookie; /* 0: a free place. The kernel gives each one only once */
  uint32_t inode;  /* of the socket itself; 0: the rest is not known yet */
  uint32_t file_device, file_inode;
};
enum { MOST_KNOWN = 4096 };
struct known_sockets {
  pthread_mutex_t lock;
  size_t next;
  struct known_socket list[MOST_KNOWN]; /* the oldest are forgotten: then the daemon is asked about them */
};
/* Of a descriptor of a process below: a socket that the tree holds, whichever it is. */
void known_note(struct known_sockets *known, int fd);
bool known_has(struct known_sockets *known, uint64_t cookie);

/* gate-reach-pinned.c: those in network namespaces of its own. */
enum { MOST_PINNED = 64 };
struct pinned_files {
  pthread_mutex_t lock;
  size_t count;
  int files[MOST_PINNED];
};
bool network_is_ours(int fd);
/* Where the kernel does not tell, it is not. */
bool network_is_another(int fd);
void pinned_note(struct pinned_files *pinned, int fd);
bool pinned_has(struct pinned_files *pinned, const struct stat *wanted);

/* gate-reach-diag.c: what the kernel knows of sockets with a name. */
struct bound_socket {
  bool found;                 /* somebody is there: it listens, or takes datagrams */
  uint64_t cookie;
  uint32_t inode, file_device, file_inode;
  size_t name_length;         /* as it was bound; an abstract one begins with NUL */
  char name[REACH_NAME_ROOM];
};
/* Which ones are meant: by file, or by name when that is not NULL. */
struct bound_wanted {
  uint32_t file_device, file_inode;
  const char *name;
  size_t name_length;
};
/* False: the kernel does not tell. */
bool bound_find(const struct bound_wanted *wanted, struct bound_socket *bound);
/* It still lives, and is bound to that file. */
bool bound_lives(const struct known_socket *socket);

/* gate-reach-known.c: whether a live socket of the tree is meant; else `bound` tells what is known. False: nothing is. */
enum whose { WHOSE_UNKNOWN = 0, WHOSE_OUTSIDE, WHOSE_NOBODYS, WHOSE_TREES };
enum whose known_whose(struct known_sockets *known, const struct bound_wanted *wanted, struct bound_socket *bound);

/* gate-reach-rights.c: who asks the kernel. */
enum { MOST_GROUPS = 64 };
struct rights {
  unsigned user, group, file_user, file_group;
  size_t group_count;
  unsigned groups[MOST_GROUPS];
  uint64_t capabilities;
  dev_t space_device; /* of the user namespace */
  ino_t space;
};
/* Of /proc/WHO, which `proc` is. False: they cannot be told. */
bool rights_read(struct rights *rights, int proc);
/* This thread becomes the caller for the kernel, as far as needed. False: it cannot. */
bool rights_take(const struct rights *own, const struct rights *callers);
void rights_give_back(const struct rights *own, const struct rights *callers);

/* gate-reach-caller.c: who calls, and with what. All descriptors are ours, or -1. */
struct reach_caller {
  pid_t thread;
  int handle; /* a pidfd */
  int proc;   /* its folder below /proc */
  int socket; /* a copy */
  int domain;
  socklen_t length;
  union {
    struct sockaddr any;
    struct sockaddr_un local;
    struct sockaddr_in inet;
    struct sockaddr_in6 inet6;
    unsigned char bytes[sizeof(struct sockaddr_storage)];
  } address;
};
/* 0, or why not. EACCES: guard may not look at the caller. */
int caller_open(struct reach_caller *caller, const struct seccomp_notif *call);
int caller_read_address(struct reach_caller *caller, const struct seccomp_notif *call);
void caller_close(const struct reach_caller *caller);

/* gate-reach-name.c: opens (O_PATH) what a name means to the caller; -1 with errno. EXDEV: it cannot be followed from here. */
int name_open(const struct reach_caller *caller, int root, int folder, const char *name);

/* gate-reach-device.c: the device of a file as the kernel itself numbers it: by stat; by the list of mounts (0: not there). */
uint32_t told_device(const struct stat *found);
uint32_t mounted_device(int file, int callers_proc);

/* Where a TCP connect goes; IPv4 as IPv6 writes it. */
struct internet {
  struct in6_addr address;
  uint16_t port;
  uint32_t scope;
  bool is_any; /* the kernel takes an own one for it */
};
/* gate-reach-route.c */
bool address_is_own(const struct internet *to);
/* gate-reach-listener.c */
void put_short(struct in6_addr *address, const void *four);
bool address_is_any(const struct in6_addr *address);
enum whose listener_whose(struct known_sockets *known, const struct internet *to);

/* gate-reach-port.c: what the daemon said of ports. */
enum { PORT_BYTES = (1 << 16) / 8 };
struct ports {
  pthread_mutex_t lock;
  unsigned char known[PORT_BYTES], open[PORT_BYTES];
};

/* What the daemon is asked. */
enum outside_kind { OUTSIDE_UNSEEN = 0, OUTSIDE_PATH, OUTSIDE_ABSTRACT, OUTSIDE_DATAGRAMS, OUTSIDE_DATAGRAM_PAIR, OUTSIDE_PORT, OUTSIDE_TCP };
struct outside {
  enum outside_kind kind;
  bool is_socket, is_answered; /* somebody is there */
  uint64_t device, inode;
  char name[REACH_PATH_ROOM];
  char bound[REACH_NAME_ROOM]; /* the name that its owner gave it; empty: not known */
};

/* gate-reach-probe.c. False: the connect rule cannot work here; `reason` tells why, and what to do, in one line. */
bool reach_probe(char *reason, size_t room);

/* gate-reach-pool.c */
enum { MOST_JOBS = 512, MOST_WORKERS = 256 };
enum job_state { JOB_FREE = 0, JOB_QUEUED, JOB_RUNNING, JOB_ASKING, JOB_ASKED };
enum broken_off { NOT_BROKEN_OFF = 0, BROKEN_OFF_GONE, BROKEN_OFF_INTERRUPTED, BROKEN_OFF_RESTARTED };
struct job {
  enum job_state state;
  struct seccomp_notif call;
  long since_ms;
  pthread_t worker;
  enum broken_off broken_off;
  const struct outside *outside; /* the worker's, while it waits for an answer */
  unsigned long question;
  bool allowed;
};
struct reach {
  pthread_mutex_t lock; /* of everything below; nothing that waits is done with it */
  pthread_cond_t work, answered;
  struct job jobs[MOST_JOBS];
  size_t queue[MOST_JOBS], queue_first, queue_count, active, asked;
  size_t workers, idle, most_workers;
  int listener;
  int asks; /* readable: some job wants to ask */
  int agent_socket; /* of this session, O_PATH; -1: none */
  struct rights own;
  struct known_sockets known;
  struct pinned_files pinned;
  struct ports ports;
};
/* gate-reach-begin.c. NULL: no memory, no descriptors, no threads. */
struct reach *reach_begin(int listener, const char *gate_socket);
/* The call is answered, sooner or later. */
void reach_take(struct reach *reach, const struct seccomp_notif *call);
/* Asks, and waits for the answer. */
bool reach_ask(struct reach *reach, struct job *job, const struct outside *outside);
bool reach_start_worker(struct reach *reach); /* with its lock */
enum broken_off reach_broken_off(struct reach *reach, struct job *job);

/* gate-reach-watch.c: what the gate's own thread does now and then. */
int reach_wait_ms(struct reach *reach);
void reach_look(struct reach *reach);

/* gate-reach-question.c: between workers and daemon, on the gate's own thread. False: the daemon is gone. */
struct gate;
bool reach_send_questions(struct gate *gate);
/* False: it is no question of ours. */
bool reach_answered(struct reach *reach, unsigned long question, bool allowed);

/* On a worker; the numbers are the errno that the caller gets, 0: connected. */
/* gate-reach-connect.c */
int connect_interrupted(int socket, enum broken_off why);
int connect_as_said(struct reach *reach, struct job *job, const struct reach_caller *caller);
int connect_to_file(struct reach *reach, struct job *job, const struct reach_caller *caller, int file);
/* gate-reach-port.c */
int connect_internet(struct reach *reach, struct job *job, const struct reach_caller *caller);
/* gate-reach-local.c */
int judge_outside(struct reach *reach, struct job *job, const struct reach_caller *caller, const struct outside *outside); /* 0: it may be connected to */
int refuse_unseen(struct reach *reach, struct job *job, const char *name);
int connect_abstract(struct reach *reach, struct job *job, const struct reach_caller *caller);
int connect_path(struct reach *reach, struct job *job, const struct reach_caller *caller, int root, int folder);
/* gate-reach-datagram.c. 0: the kernel may make it. Of a pair that it may not make: for packets; 0: the caller has it. */
int datagram_socket(struct reach *reach, struct job *job);
int datagram_pair(struct reach *reach, struct job *job);
int packet_pair(const struct reach *reach, const struct seccomp_notif *call);
/* gate-reach-call.c */
/* Up to here it was the caller that was looked at, and no other process with its number. */
bool reach_still_waits(const struct reach *reach, const struct seccomp_notif *call);
void reach_carry_out(struct reach *reach, struct job *job);

#endif
