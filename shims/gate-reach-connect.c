/* One call, on a worker: looked at, judged, carried out with our copies, answered. What goes wrong on the way is a refusal. */
#include "gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BEGIN_AGAIN = 512 }; /* ERESTARTSYS: the kernel's own word, which programs never see */

static int interrupted(int socket, enum broken_off why) {
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
    if (why != NOT_BROKEN_OFF) return interrupted(socket, why);
  }
}

static int connect_as_said(struct reach *reach, struct job *job, const struct reach_caller *caller) {
  return connect_to_address(reach, job, caller->socket, &caller->address.any, caller->length);
}

/* By its descriptor: the very file that was looked at. */
static int connect_to_file(struct reach *reach, struct job *job, const struct reach_caller *caller, int file) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", file);
  return connect_to_address(reach, job, caller->socket, (const struct sockaddr *)&address, sizeof address);
}

/* Whatever the daemon says to it: there is nothing that could be connected to. */
static int refuse_unseen(struct reach *reach, struct job *job, const char *name) {
  struct outside outside = {.kind = OUTSIDE_UNSEEN};
  snprintf(outside.name, sizeof outside.name, "%s", name);
  reach_ask(reach, job, &outside);
  return EACCES;
}

/* Up to here it was the caller that was looked at, and no other process with its number. */
static bool still_waits(const struct reach *reach, const struct seccomp_notif *call) {
  uint64_t id = call->id;
  return ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

/* 0: it may be connected to. */
static int judge_outside(struct reach *reach, struct job *job, const struct reach_caller *caller, const struct outside *outside) {
  if (reach_ask(reach, job, outside)) return 0;
  enum broken_off why = reach_broken_off(reach, job);
  if (why != NOT_BROKEN_OFF) return interrupted(caller->socket, why);
  return outside->is_answered ? EACCES : ECONNREFUSED;
}

static void put_name(char *into, size_t room, const char *name, size_t length) {
  size_t used = 0;
  for (; used < length && used < room - 1; used++) into[used] = name[used] == '\0' ? '@' : name[used];
  into[used] = '\0';
}

/* A bound path is ended by NUL somewhere, an abstract name holds whatever it likes. */
static void put_bound(struct outside *outside, const struct bound_socket *bound) {
  size_t length = bound->name_length > 0 && bound->name[0] != '\0' ? strnlen(bound->name, bound->name_length) : bound->name_length;
  put_name(outside->bound, sizeof outside->bound, bound->name, length);
}

/* Of abstract names in another network namespace nothing is known. */
static int connect_abstract(struct reach *reach, struct job *job, const struct reach_caller *caller) {
  const char *name = caller->address.local.sun_path;
  size_t length = caller->length - offsetof(struct sockaddr_un, sun_path);
  struct bound_wanted wanted = {.name = name, .name_length = length};
  struct bound_socket bound = {.found = false};
  enum whose whose = network_is_ours(caller->socket) ? known_whose(&reach->known, &wanted, &bound) : WHOSE_UNKNOWN;
  if (whose == WHOSE_TREES) return connect_as_said(reach, job, caller);
  if (whose == WHOSE_NOBODYS) return ECONNREFUSED;
  struct outside outside = {.kind = OUTSIDE_ABSTRACT, .is_socket = true, .is_answered = true};
  put_name(outside.name, sizeof outside.name, name, length);
  put_bound(&outside, &bound);
  int problem = judge_outside(reach, job, caller, &outside);
  return problem != 0 ? problem : connect_as_said(reach, job, caller);
}

static bool is_agent_socket(const struct reach *reach, const struct stat *found) {
  struct stat own;
  return reach->agent_socket >= 0 && fstat(reach->agent_socket, &own) == 0 && own.st_dev == found->st_dev && own.st_ino == found->st_ino;
}

/* sock_diag tells 32 bits of a file's number: one that needs more cannot be told from others. */
static enum whose whose_file(struct reach *reach, const struct reach_caller *caller, int file, const struct stat *found, struct bound_socket *bound) {
  struct bound_wanted wanted = {.file_inode = (uint32_t)found->st_ino, .file_device = told_device(found)};
  if (pinned_has(&reach->pinned, found)) return WHOSE_TREES;
  if ((uint64_t)found->st_ino >> 32 != 0) return WHOSE_UNKNOWN;
  enum whose whose = known_whose(&reach->known, &wanted, bound);
  if (whose != WHOSE_NOBODYS) return whose;
  uint32_t mounted = mounted_device(file, caller->proc);
  if (mounted == 0 || mounted == wanted.file_device) return whose;
  wanted.file_device = mounted;
  return known_whose(&reach->known, &wanted, bound);
}

static void describe_file(struct outside *outside, int file, const struct stat *found) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, outside->name, sizeof outside->name - 1);
  outside->name[length < 0 ? 0 : length] = '\0';
  outside->device = found->st_dev;
  outside->inode = found->st_ino;
}

static int connect_by_file(struct reach *reach, struct job *job, const struct reach_caller *caller, int file) {
  struct outside outside = {.kind = OUTSIDE_PATH};
  struct bound_socket bound = {.found = false};
  struct stat found;
  if (fstat(file, &found) != 0) return EACCES;
  outside.is_socket = S_ISSOCK(found.st_mode);
  enum whose whose = outside.is_socket ? whose_file(reach, caller, file, &found, &bound) : WHOSE_NOBODYS;
  if (whose == WHOSE_TREES || is_agent_socket(reach, &found)) return connect_to_file(reach, job, caller, file);
  outside.is_answered = whose != WHOSE_NOBODYS;
  describe_file(&outside, file, &found);
  put_bound(&outside, &bound);
  int problem = judge_outside(reach, job, caller, &outside);
  return problem != 0 ? problem : connect_to_file(reach, job, caller, file);
}

static int connect_path(struct reach *reach, struct job *job, const struct reach_caller *caller, int root, int folder) {
  char name[sizeof caller->address.local.sun_path + 1] = "";
  memcpy(name, caller->address.local.sun_path, caller->length - offsetof(struct sockaddr_un, sun_path));
  int file = name_open(caller, root, folder, name);
  if (file < 0 && errno != EXDEV) return errno;
  if (file < 0) return refuse_unseen(reach, job, name);
  int problem = connect_by_file(reach, job, caller, file);
  close(file);
  return problem;
}

/* Its rights are the caller's from here on. */
static int connect_local(struct reach *reach, struct job *job, const struct reach_caller *caller, int root, int folder) {
  bool is_address = caller->length > offsetof(struct sockaddr_un, sun_path) && caller->address.any.sa_family == AF_UNIX;
  if (caller->domain != AF_UNIX || !is_address) return connect_as_said(reach, job, caller);
  if (caller->length > sizeof caller->address.local) return EINVAL;
  if (caller->address.local.sun_path[0] == '\0') return connect_abstract(reach, job, caller);
  return connect_path(reach, job, caller, root, folder);
}

static int connect_as_caller(struct reach *reach, struct job *job, const struct reach_caller *caller) {
  struct rights callers;
  int root = openat(caller->proc, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int folder = openat(caller->proc, "cwd", O_PATH | O_DIRECTORY | O_CLOEXEC);
  bool seen = root >= 0 && folder >= 0 && rights_read(&callers, caller->proc) && still_waits(reach, &job->call);
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
  else if (is_internet) problem = still_waits(reach, &job->call) ? connect_as_said(reach, job, &caller) : EACCES;
  else if (problem == 0) problem = connect_as_caller(reach, job, &caller);
  caller_close(&caller);
  return problem;
}

/* bind and listen go on by themselves: what is noted is a socket that the tree holds, whichever it is by then. */
static void note_socket(struct reach *reach, const struct seccomp_notif *call) {
  struct reach_caller caller;
  if (caller_open(&caller, call) == 0 && caller.domain == AF_UNIX && still_waits(reach, call)) {
    known_note(&reach->known, caller.socket);
    if (call->data.nr == SYS_listen) pinned_note(&reach->pinned, caller.socket);
  }
  caller_close(&caller);
}

void reach_carry_out(struct reach *reach, struct job *job) {
  struct seccomp_notif_resp response = {.id = job->call.id};
  if (job->call.data.nr == SYS_connect) response.error = -reach_connect(reach, job);
  else {
    note_socket(reach, &job->call);
    response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  }
  ioctl(reach->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}
