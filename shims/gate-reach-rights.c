/*
 * The kernel asks who connects: for the rights to a socket's file, and for what the other side is told. A worker that has more
 * rights than its caller must not lend them. Only this thread changes (the calls of the C library would change all).
 */
#include "gate-reach.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STATUS_ROOM = 8192 };
static const unsigned AS_IT_IS = (unsigned)-1;

static const char *find_line(const char *text, const char *name) {
  const char *line = strstr(text, name); /* each name begins a line, and no program's name holds line ends as they are */
  return line == NULL ? NULL : line + strlen(name);
}

static bool read_groups(struct rights *rights, const char *text) {
  for (rights->group_count = 0; rights->group_count < MOST_GROUPS;) {
    while (*text == ' ' || *text == '\t') text++;
    if (*text == '\n') return true;
    char *end;
    rights->groups[rights->group_count++] = (unsigned)strtoul(text, &end, 10);
    if (end == text) return false;
    text = end;
  }
  return false;
}

static bool read_status(struct rights *rights, const char *text) {
  const char *users = find_line(text, "\nUid:"), *groups = find_line(text, "\nGid:"), *more = find_line(text, "\nGroups:");
  const char *capabilities = find_line(text, "\nCapEff:");
  if (users == NULL || groups == NULL || more == NULL || capabilities == NULL) return false;
  rights->capabilities = strtoull(capabilities, NULL, 16);
  return sscanf(users, "%*u %u %*u %u", &rights->user, &rights->file_user) == 2 &&
         sscanf(groups, "%*u %u %*u %u", &rights->group, &rights->file_group) == 2 && read_groups(rights, more);
}

bool rights_read(struct rights *rights, int proc) {
  char text[STATUS_ROOM];
  struct stat space;
  int fd = openat(proc, "status", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  if (length <= 0 || fstatat(proc, "ns/user", &space, 0) != 0) return false;
  text[length] = '\0';
  rights->space_device = space.st_dev;
  rights->space = space.st_ino;
  return read_status(rights, text);
}

static bool is_same_groups(const struct rights *one, const struct rights *other) {
  return one->group_count == other->group_count && memcmp(one->groups, other->groups, one->group_count * sizeof *one->groups) == 0;
}

/* In a user namespace of its own a caller has all capabilities, and none over anything outside of it. */
static uint64_t lent(const struct rights *own, const struct rights *callers) {
  bool is_same_space = own->space == callers->space && own->space_device == callers->space_device;
  return is_same_space ? own->capabilities & callers->capabilities : 0;
}

static bool set_effective(const struct rights *own, uint64_t effective) {
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  if (own->capabilities == 0) return true;
  if (syscall(SYS_capget, &head, sets) != 0) return false;
  sets[0].effective = (uint32_t)effective & sets[0].permitted;
  sets[1].effective = (uint32_t)(effective >> 32) & sets[1].permitted;
  return syscall(SYS_capset, &head, sets) == 0;
}

static bool is_same_who(const struct rights *one, const struct rights *other) {
  return one->user == other->user && one->group == other->group && is_same_groups(one, other);
}

static bool can_change(const struct rights *own) {
  const uint64_t needed = 1ULL << CAP_SETUID | 1ULL << CAP_SETGID;
  return (own->capabilities & needed) == needed;
}

static bool become(const struct rights *own, const struct rights *callers) {
  if (own->group != callers->group && syscall(SYS_setresgid, AS_IT_IS, callers->group, AS_IT_IS) != 0) return false;
  if (own->user != callers->user && syscall(SYS_setresuid, AS_IT_IS, callers->user, AS_IT_IS) != 0) return false;
  return set_effective(own, own->user == callers->user ? lent(own, callers) : 0);
}

/* Real and saved ids stay: nobody of the caller's may send this thread signals, and it can go back. */
bool rights_take(const struct rights *own, const struct rights *callers) {
  if (callers->user != callers->file_user || callers->group != callers->file_group) return false;
  if (is_same_who(own, callers)) return lent(own, callers) == own->capabilities || set_effective(own, lent(own, callers));
  if (!can_change(own)) return false;
  if (!is_same_groups(own, callers) && syscall(SYS_setgroups, callers->group_count, callers->groups) != 0) return false;
  if (become(own, callers)) return true;
  rights_give_back(own, callers);
  return false;
}

/* No thread may go on as somebody else: if it cannot go back the seat ends, and the tree with it. */
void rights_give_back(const struct rights *own, const struct rights *callers) {
  bool back = own->user == callers->user || syscall(SYS_setresuid, AS_IT_IS, own->user, AS_IT_IS) == 0;
  if (!is_same_who(own, callers) || lent(own, callers) != own->capabilities) back = back && set_effective(own, own->capabilities);
  if (own->group != callers->group) back = back && syscall(SYS_setresgid, AS_IT_IS, own->group, AS_IT_IS) == 0;
  if (!is_same_groups(own, callers)) back = back && syscall(SYS_setgroups, own->group_count, own->groups) == 0;
  if (!back) abort();
}
