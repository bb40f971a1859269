/* One call, on a worker: looked at, judged, carried out, answered. */
#include "gate-reach.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

bool reach_still_waits(const struct reach *reach, const struct seccomp_notif *call) {
  uint64_t id = call->id;
  return ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

/* Its rights are the caller's from here on. */
static int connect_local(struct reach *reach, struct job *job, const struct reach_caller *caller, int root, int folder) {
  bool is_address = caller->length > offsetof(struct sockaddr_un, sun_path) && caller->address.any.sa_family == AF_UNIX;
  if (caller->domain != AF_UNIX) return connect_internet(reach, job, caller);
  if (!is_address) return connect_as_said(reach, job, caller);
  if (caller->length > sizeof caller->address.local) return EINVAL;
  if (caller->address.local.sun_path[0] == '\0') return connect_abstract(reach, job, caller);
  return connect_path(reach, job, caller, root, folder);
}

static int connect_as_caller(struct reach *reach, struct job *job, const struct reach_caller *caller) {
  struct rights callers;
  int root = openat(caller->proc, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int folder = openat(caller->proc, "cwd", O_PATH | O_DIRECTORY | O_CLOEXEC);
  bool seen = root >= 0 && folder >= 0 && rights_read(&callers, caller->proc) && reach_still_waits(reach, &job->call);
  int problem = 0;
  if (seen && rights_take(&reach->own, &callers)) {
    problem = connect_local(reach, job, caller, root, folder);
    rights_give_back(&reach->own, &callers);
  } else problem = refuse_unseen(reach, job, "");
  if (root >= 0) close(root);
  if (folder >= 0) close(folder);
  return problem;
}

static int reach_connect(struct reach *reach, struct job *job) {
  struct reach_caller caller;
  int problem = caller_open(&caller, &job->call);
  if (problem == 0) problem = caller_read_address(&caller, &job->call);
  bool is_internet = problem == 0 && (caller.domain == AF_INET || caller.domain == AF_INET6);
  if (problem == EACCES) problem = refuse_unseen(reach, job, "");
  else if (is_internet) problem = reach_still_waits(reach, &job->call) ? connect_internet(reach, job, &caller) : EACCES;
  else if (problem == 0) problem = connect_as_caller(reach, job, &caller);
  caller_close(&caller);
  return problem;
}

/* bind and listen go on by themselves: what is noted is a socket that the tree holds, whichever it is by then. */
static void note_socket(struct reach *reach, const struct seccomp_notif *call) {
  struct reach_caller caller;
  const bool listens = call->data.nr == SYS_listen;
  if (caller_open(&caller, call) == 0 && (caller.domain == AF_UNIX || listens) && reach_still_waits(reach, call)) {
    known_note(&reach->known, caller.socket);
    if (listens && caller.domain == AF_UNIX) pinned_note(&reach->pinned, caller.socket);
  }
  caller_close(&caller);
}

/* The arguments are numbers: nobody can change them behind this. */
static void answer_socket(struct reach *reach, struct job *job, struct seccomp_notif_resp *response) {
  const bool is_pair = job->call.data.nr == SYS_socketpair;
  int problem = is_pair ? datagram_pair(reach, job) : datagram_socket(reach, job);
  if (problem == 0) response->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  else response->error = -(is_pair && problem == EACCES ? packet_pair(reach, &job->call) : problem);
}

void reach_carry_out(struct reach *reach, struct job *job) {
  struct seccomp_notif_resp response = {.id = job->call.id};
  switch (job->call.data.nr) {
    case SYS_connect: response.error = -reach_connect(reach, job); break;
    case SYS_socket:
    case SYS_socketpair: answer_socket(reach, job, &response); break;
    default:
      note_socket(reach, &job->call);
      response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  }
  ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}
