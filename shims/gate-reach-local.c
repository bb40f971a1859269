/* Sockets with a name: whose it is decides; about those of others the daemon is asked. What goes wrong on the way is a refusal. */
#include "gate-reach.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Whatever the daemon says to it: there is nothing that could be connected to. */
int refuse_unseen(struct reach *reach, struct job *job, const char *name) {
  struct outside outside = {.kind = OUTSIDE_UNSEEN};
  snprintf(outside.name, sizeof outside.name, "%s", name);
  reach_ask(reach, job, &outside);
  return EACCES;
}

int judge_outside(struct reach *reach, struct job *job, const struct reach_caller *caller, const struct outside *outside) {
  if (reach_ask(reach, job, outside)) return 0;
  enum broken_off why = reach_broken_off(reach, job);
  if (why != NOT_BROKEN_OFF) return connect_interrupted(caller->socket, why);
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
int connect_abstract(struct reach *reach, struct job *job, const struct reach_caller *caller) {
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

int connect_path(struct reach *reach, struct job *job, const struct reach_caller *caller, int root, int folder) {
  char name[sizeof caller->address.local.sun_path + 1] = "";
  memcpy(name, caller->address.local.sun_path, caller->length - offsetof(struct sockaddr_un, sun_path));
  int file = name_open(caller, root, folder, name);
  if (file < 0 && errno != EXDEV) return errno;
  if (file < 0) return refuse_unseen(reach, job, name);
  int problem = connect_by_file(reach, job, caller, file);
  close(file);
  return problem;
}
