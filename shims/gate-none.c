/* In the gate's place where it cannot be built: another system or processor, or no kernel headers. */
#include "gate-seat.h"

#include <errno.h>
#include <stdio.h>

#include "confine.h"

bool gate_probe(char reason[PROBE_ROOM]) {
  snprintf(reason, PROBE_ROOM, "this guard was built without it; build guard again (./install.sh) "
           "on Linux, x86-64 or arm64, with the kernel's headers there (linux-libc-dev)");
  return false;
}

bool gate_probe_reach(char reason[PROBE_ROOM]) { return gate_probe(reason); }

struct gate *gate_connect(const char *socket_path) {
  (void)socket_path;
  errno = ENOSYS;
  return NULL;
}

bool gate_enter(int socket, const pid_t *guarded, size_t guarded_count) {
  (void)socket, (void)guarded, (void)guarded_count;
  return false;
}

bool scope_only_enter(void) { return true; }

bool gate_begin(struct gate *gate, int socket, const pid_t *guarded, size_t guarded_count) {
  (void)gate, (void)socket, (void)guarded, (void)guarded_count;
  return false;
}

void gate_poll(const struct gate *gate, struct pollfd ready[GATE_POLLED]) { (void)gate, (void)ready; }

int gate_wait_ms(const struct gate *gate) {
  (void)gate;
  return -1;
}

bool gate_serve(struct gate *gate, const struct pollfd ready[GATE_POLLED]) {
  (void)gate, (void)ready;
  return false;
}

enum waited gate_waited(struct gate *gate, pid_t pid, int status) {
  (void)gate, (void)pid, (void)status;
  return WAITED_NOT_OURS;
}

const char *confine_become(const struct confinement *confinement, const struct inside *inside, const char *program, char **argv) {
  (void)confinement, (void)inside, (void)program, (void)argv;
  errno = ENOSYS;
  return "confinement";
}

pid_t confine_take(int socket, pid_t first) {
  (void)socket, (void)first;
  return 0;
}

bool keeper_start(struct keeper *keeper, const char *list) {
  *keeper = (struct keeper){.fd = -1};
  errno = ENOSYS;
  return list == NULL;
}

enum kept_news keeper_hear(struct keeper *keeper, long *number) {
  (void)keeper, (void)number;
  return KEPT_QUIET;
}

void keeper_end(struct keeper *keeper) { (void)keeper; }

void keeper_reap(const struct keeper *keeper) { (void)keeper; }

int inside_main(int argc, char **argv) {
  (void)argc, (void)argv;
  return 1;
}

int confine_probe(int argc, char **argv) {
  (void)argc, (void)argv;
  puts("this guard was built without confinement; build guard again (./install.sh) on Linux");
  return 1;
}

int confine_probed(void) { return 1; }
