/*
 * A socket for unix datagrams sends each message to the address that comes with it (sendto, sendmsg), which nobody sees in time. So
 * the making of one is asked about. A pair needs no addresses: unless the daemon allows the real thing it is a pair for packets,
 * which keeps messages apart as well, and for which the kernel passes over addresses.
 */
#include "gate-reach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BEGIN_AGAIN = 513, TYPE_MASK = 0xf, FLAGS_MASK = ~TYPE_MASK }; /* ERESTARTNOINTR: making a socket is never seen to be interrupted */

static int type_of(const struct seccomp_notif *call) { return (int)call->data.args[1] & TYPE_MASK; }

/* Of a raw one the kernel makes one for datagrams; other types it does not know. */
static bool is_datagram(const struct seccomp_notif *call) { return type_of(call) == SOCK_DGRAM || type_of(call) == SOCK_RAW; }

static int ask(struct reach *reach, struct job *job, enum outside_kind kind) {
  struct outside outside = {.kind = kind};
  if (reach_ask(reach, job, &outside)) return 0;
  switch (reach_broken_off(reach, job)) {
    case BROKEN_OFF_RESTARTED: return BEGIN_AGAIN;
    case BROKEN_OFF_INTERRUPTED: return EINTR;
    case BROKEN_OFF_GONE:
    case NOT_BROKEN_OFF: break;
  }
  return EACCES;
}

int datagram_socket(struct reach *reach, struct job *job) {
  return is_datagram(&job->call) ? ask(reach, job, OUTSIDE_DATAGRAMS) : ESOCKTNOSUPPORT;
}

/* The pair would be in ours: interfaces and abstract names of another network are not for the caller. */
static bool is_our_network(int proc) {
  struct stat own, callers;
  return stat("/proc/self/ns/net", &own) == 0 && fstatat(proc, "ns/net", &callers, 0) == 0 && own.st_dev == callers.st_dev &&
         own.st_ino == callers.st_ino;
}

/* Both sides tell who made them: the caller, but for the number of the process. */
static int make_pair(const struct reach *reach, const struct seccomp_notif *call, int proc, int ends[2]) {
  const int flags = ((int)call->data.args[1] & FLAGS_MASK) | SOCK_CLOEXEC;
  struct rights callers;
  if (!rights_read(&callers, proc) || !is_our_network(proc) || !reach_still_waits(reach, call)) return EACCES;
  if (!rights_take(&reach->own, &callers)) return EACCES;
  int problem = socketpair(AF_UNIX, SOCK_SEQPACKET | flags, (int)call->data.args[2], ends) == 0 ? 0 : errno;
  rights_give_back(&reach->own, &callers);
  return problem;
}

static int give(const struct reach *reach, const struct seccomp_notif *call, int end) {
  const bool closes = ((int)call->data.args[1] & SOCK_CLOEXEC) != 0;
  struct seccomp_notif_addfd added = {.id = call->id, .srcfd = (uint32_t)end, .newfd_flags = closes ? O_CLOEXEC : 0};
  return ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &added);
}

static bool write_numbers(int memory, const struct seccomp_notif *call, const int numbers[2]) {
  return pwrite(memory, numbers, 2 * sizeof *numbers, (off_t)call->data.args[3]) == (ssize_t)(2 * sizeof *numbers);
}

/* What was given cannot be taken back: so it is tried first whether the numbers can be written. */
static int give_pair(const struct reach *reach, const struct seccomp_notif *call, int memory, const int ends[2]) {
  int numbers[2] = {-1, -1};
  if (!write_numbers(memory, call, numbers)) return EFAULT;
  for (size_t at = 0; at < 2; at++) {
    numbers[at] = give(reach, call, ends[at]);
    if (numbers[at] < 0) return errno;
  }
  return write_numbers(memory, call, numbers) ? 0 : EFAULT;
}

/* The memory that was opened stays that of the caller, whoever has its number later. */
int packet_pair(const struct reach *reach, const struct seccomp_notif *call) {
  char path[32];
  int ends[2] = {-1, -1};
  snprintf(path, sizeof path, "/proc/%ld", (long)call->pid);
  int proc = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int memory = proc < 0 ? -1 : openat(proc, "mem", O_RDWR | O_CLOEXEC);
  int problem = memory < 0 ? EACCES : make_pair(reach, call, proc, ends);
  if (problem == 0) problem = give_pair(reach, call, memory, ends);
  const int ours[] = {proc, memory, ends[0], ends[1]};
  for (size_t at = 0; at < sizeof ours / sizeof *ours; at++)
    if (ours[at] >= 0) close(ours[at]);
  return problem;
}

int datagram_pair(struct reach *reach, struct job *job) {
  return is_datagram(&job->call) ? ask(reach, job, OUTSIDE_DATAGRAM_PAIR) : ESOCKTNOSUPPORT;
}
