/*
 * `guard-seat --inside SEAT GO FAILURE SEATPID group|- gate|- sandboxes|- MASK COUNT PID... PWD PROGRAM ARGV0 ARG...`: what bubblewrap
 * starts. It becomes the seat's own child, takes on what nothing below can take off, and becomes the agent.
 */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BEFORE_PIDS = 11 };

static bool take_back(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0; }

static bool tell(int socket, char word) {
  unsigned char said[1 + sizeof(pid_t)] = {(unsigned char)word};
  pid_t self = getpid();
  memcpy(said + 1, &self, sizeof self);
  return write(socket, said, sizeof said) == (ssize_t)sizeof said;
}

static bool hear(int socket, char word) {
  char said;
  ssize_t got;
  do got = read(socket, &said, 1);
  while (got < 0 && errno == EINTR);
  return got == 1 && said == word;
}

/* bubblewrap was our parent; the seat has ended it, so that it is the seat which hears of our stops and our end. */
static bool become_child_of(pid_t seat, int socket) {
  if (!tell(socket, TELL_INSIDE) || !hear(socket, TELL_ADOPTED)) return false;
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == seat;
}

/*
 * bubblewrap hands capabilities on as ambient ones, which root never needs and others should not have; and what it took away
 * it left in the bounding set, from where only no_new_privs keeps them. Those that cannot be dropped are held by that.
 */
static void tidy_capabilities(void) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  if (syscall(SYS_capget, &head, sets) != 0) return;
  for (unsigned long capability = 0; capability < 64; capability++)
    if ((sets[capability / 32].permitted >> capability % 32 & 1) == 0) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  sets[0].inheritable = sets[1].inheritable = 0;
  syscall(SYS_capset, &head, sets);
}

/* Nothing that was blocked on the way here is lost: it comes now. */
static void unblock(const char *hex) {
  unsigned long long blocked = strtoull(hex, NULL, 16);
  sigset_t mask;
  sigemptyset(&mask);
  for (int signal = 1; signal < 64; signal++)
    if (blocked >> signal & 1) sigaddset(&mask, signal);
  sigprocmask(SIG_SETMASK, &mask, NULL);
}

static bool read_inside(int argc, char **argv, struct inside *inside, pid_t guarded[MOST_GUARDED]) {
  if (argc < BEFORE_PIDS) return false;
  *inside = (struct inside){.seat = atoi(argv[2]), .go_fd = atoi(argv[3]), .failure_fd = atoi(argv[4]), .seat_pid = atoi(argv[5]),
                            .own_group = strcmp(argv[6], "group") == 0, .gated = strcmp(argv[7], "gate") == 0,
                            .sandboxes = strcmp(argv[8], "sandboxes") == 0, .mask = argv[9],
                            .guarded = guarded, .guarded_count = (size_t)atoi(argv[10])};
  if (inside->guarded_count > MOST_GUARDED || argc < BEFORE_PIDS + (int)inside->guarded_count + 3) return false;
  for (size_t at = 0; at < inside->guarded_count; at++) guarded[at] = atoi(argv[BEFORE_PIDS + at]);
  return take_back(inside->seat) && take_back(inside->go_fd) && take_back(inside->failure_fd);
}

static void put_folder_back(const char *folder) {
  if (strcmp(folder, "-") == 0) unsetenv("PWD");
  else setenv("PWD", folder, 1);
}

int inside_main(int argc, char **argv) {
  struct inside inside;
  pid_t guarded[MOST_GUARDED];
  if (!read_inside(argc, argv, &inside, guarded)) return SEAT_FAILED;
  if (inside.own_group && setpgid(0, 0) != 0) return SEAT_FAILED;
  if (!become_child_of(inside.seat_pid, inside.seat)) return SEAT_FAILED;
  char **rest = argv + BEFORE_PIDS + inside.guarded_count;
  put_folder_back(rest[0]);
  tidy_capabilities();
  if (!descriptors_drop()) return SEAT_FAILED;
  keyring_leave();
  const bool root = geteuid() == 0;
  if ((root || !inside.sandboxes) && !namespaces_refuse(root)) return SEAT_FAILED;
  if (!inside.gated && !keys_refuse()) return SEAT_FAILED;
  if (inside.gated ? !gate_enter(inside.seat, guarded, inside.guarded_count) : !scope_only_enter()) return SEAT_FAILED;
  close(inside.seat);
  unblock(inside.mask);
  agent_run(rest[1], rest + 2, inside.go_fd, inside.failure_fd);
  return SEAT_FAILED;
}
