/*
 * The room: a mount namespace of the agent's own (and a user namespace, when we are not root) with another /dev. In it are the
 * devices that the plan names, and terminals of its own: those of the user are not there, neither now nor later. The agent's own
 * terminal keeps its name, for programs outside (pinentry) are told it. The numbers below are held by terminals
 * that nobody uses, so that no terminal of the agent's has the name of one of the user's.
 */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef TIOCGPTN
#define TIOCGPTN 0x80045430
#endif

enum { MOST_TERMINALS = 240, PATH_ROOM = 512 };

static bool write_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  close(fd);
  return written;
}

/* Root of a user namespace of our own: mounts need that. bubblewrap gives the agent its own number back. */
static bool enter_namespaces(void) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (user == 0) return unshare(CLONE_NEWNS) == 0;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  snprintf(map, sizeof map, "0 %lu 1", (unsigned long)user);
  if (!write_text("/proc/self/uid_map", map) || !write_text("/proc/self/setgroups", "deny")) return false;
  snprintf(map, sizeof map, "0 %lu 1", (unsigned long)group);
  return write_text("/proc/self/gid_map", map);
}

struct device {
  const char *name;
  int fd; /* -1: it is a link */
  char target[PATH_ROOM];
};

static bool is_plain_name(const char *name) { return name[0] != '\0' && name[0] != '/' && strstr(name, "..") == NULL; }

/* What is not there is left out: it may have gone since the plan was made. */
static bool open_device(struct device *device, const char *name) {
  char path[PATH_ROOM];
  *device = (struct device){.name = name, .fd = -1};
  if (!is_plain_name(name) || snprintf(path, sizeof path, "/dev/%s", name) >= (int)sizeof path) return false;
  ssize_t length = readlink(path, device->target, sizeof device->target - 1);
  if (length > 0) return true;
  device->fd = open(path, O_PATH | O_CLOEXEC);
  return device->fd >= 0;
}

static bool bind_fd(int fd, const char *path) {
  char from[64];
  snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
  return mount(from, path, NULL, MS_BIND | MS_REC, NULL) == 0;
}

static bool make_parent(const char *path) {
  char parent[PATH_ROOM];
  snprintf(parent, sizeof parent, "%s", path);
  for (char *at = parent + strlen("/dev/"); (at = strchr(at, '/')) != NULL; at++) {
    *at = '\0';
    if (mkdir(parent, 0755) != 0 && errno != EEXIST) return false;
    *at = '/';
  }
  return true;
}

static bool put_device(const struct device *device) {
  char path[PATH_ROOM];
  struct stat there;
  snprintf(path, sizeof path, "/dev/%s", device->name);
  if (!make_parent(path)) return false;
  if (device->fd < 0) return symlink(device->target, path) == 0;
  if (fstat(device->fd, &there) != 0) return false;
  if (S_ISDIR(there.st_mode)) {
    if (mkdir(path, 0755) != 0) return false;
  } else {
    int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0) return false;
    close(file);
  }
  bool put = bind_fd(device->fd, path);
  close(device->fd);
  return put;
}

/* The number of our own terminal in /dev/pts, with a descriptor of its name; -1: we have none there. */
static int find_own_terminal(int *fd) {
  char name[PATH_ROOM];
  for (int stdio = 0; stdio <= 2; stdio++) {
    int number;
    if (ttyname_r(stdio, name, sizeof name) != 0 || sscanf(name, "/dev/pts/%d", &number) != 1) continue;
    *fd = open(name, O_PATH | O_CLOEXEC);
    if (*fd >= 0) return number;
  }
  return -1;
}

/* 1: taken, 0: all numbers up to this one are taken, -1: there is no more room. */
static int take_number(int number, int *held, size_t count) {
  int at;
  held[count] = open("/dev/pts/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (held[count] < 0 || ioctl(held[count], TIOCGPTN, &at) != 0) return -1;
  return at < number;
}

static bool send_held(int seat, const int *held, size_t count) {
  unsigned char said[1 + sizeof(pid_t)] = {TELL_ROOM};
  union {
    char bytes[CMSG_SPACE(MOST_TERMINALS * sizeof(int))];
    struct cmsghdr align;
  } control = {.bytes = {0}};
  struct iovec data = {.iov_base = said, .iov_len = sizeof said};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(head), held, count * sizeof(int));
  return sendmsg(seat, &message, MSG_NOSIGNAL) == (ssize_t)sizeof said;
}

/* With too high a number it has no name inside; it works all the same, as /dev/tty. */
static bool name_own_terminal(int number, int fd, int seat) {
  int held[MOST_TERMINALS];
  size_t count = 0;
  char path[64];
  if (number < 0 || number >= MOST_TERMINALS) return true;
  for (int more = 1; more == 1;) {
    more = take_number(number, held, count++);
    if (more < 0) return false;
  }
  snprintf(path, sizeof path, "/dev/pts/%d", number);
  return bind_fd(fd, path) && send_held(seat, held, count);
}

/* What every /dev has. */
static bool make_links(void) {
  return symlink("pts/ptmx", "/dev/ptmx") == 0 && symlink("/proc/self/fd", "/dev/fd") == 0 &&
         symlink("/proc/self/fd/0", "/dev/stdin") == 0 && symlink("/proc/self/fd/1", "/dev/stdout") == 0 &&
         symlink("/proc/self/fd/2", "/dev/stderr") == 0;
}

static bool mount_dev(void) {
  return mount("tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "mode=0755,size=64k") == 0 && mkdir("/dev/pts", 0755) == 0 &&
         mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620") == 0 && make_links();
}

static bool close_dev(void) { return mount(NULL, "/dev", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, NULL) == 0; }

bool room_make(const struct confinement *confinement, int seat) {
  struct device *devices = calloc(confinement->device_count + 1, sizeof *devices);
  size_t count = 0;
  int own = -1;
  if (devices == NULL || !enter_namespaces() || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) return false;
  for (size_t at = 0; at < confinement->device_count; at++)
    if (open_device(&devices[count], confinement->devices[at])) count++;
  int number = find_own_terminal(&own);
  bool made = mount_dev();
  for (size_t at = 0; at < count && made; at++) made = put_device(&devices[at]);
  made = made && name_own_terminal(number, own, seat) && close_dev();
  int problem = errno;
  free(devices);
  errno = problem;
  return made;
}
