/* connect itself, with our copies. It may wait for long: reach_look breaks it off when nobody waits for it any more. */
#include "gate-reach.h"

#include <errno.h>
#include <stdio.h>
#include <sys/time.h>

enum { BEGIN_AGAIN = 512 }; /* ERESTARTSYS: the kernel's own word, which programs never see */

/* As the kernel has it: a wait without a limit is begun again where the handler wants that. */
int connect_interrupted(int socket, enum broken_off why) {
  struct timeval limit = {0};
  socklen_t length = sizeof limit;
  bool has_limit = getsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, &length) != 0 || limit.tv_sec != 0 || limit.tv_usec != 0;
  return why == BROKEN_OFF_RESTARTED && !has_limit ? BEGIN_AGAIN : EINTR;
}

static int connect_to_address(struct reach *reach, struct job *job, int socket, const struct sockaddr *address, socklen_t length) {
  for (;;) {
    if (connect(socket, address, length) == 0) return 0;
    if (errno != EINTR) return errno;
    enum broken_off why = reach_broken_off(reach, job);
    if (why != NOT_BROKEN_OFF) return connect_interrupted(socket, why);
  }
}

int connect_as_said(struct reach *reach, struct job *job, const struct reach_caller *caller) {
  return connect_to_address(reach, job, caller->socket, &caller->address.any, caller->length);
}

/* By its descriptor: the very file that was looked at. */
int connect_to_file(struct reach *reach, struct job *job, const struct reach_caller *caller, int file) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", file);
  return connect_to_address(reach, job, caller->socket, (const struct sockaddr *)&address, sizeof address);
}
