/*
 * Whether there may be a file system that somebody serves, and may cease to: one of the user's (sshfs, a network's), or one
 * that was mounted below the gate. Only then is a caller's memory, or a file that it names, read aside, which costs a tenth
 * of a start. Who knows better than this list is slower, not less safe.
 */
#include "gate-served.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __NR_fsopen
#define __NR_fsopen 430
#endif

/* What the kernel serves itself; and what desktops and containers have at all times, where nobody keeps programs. */
static const char *const unserved[] = {
    "ext2",      "ext3",     "ext4",       "xfs",      "btrfs",      "f2fs",     "zfs",     "bcachefs",        "overlay",
    "squashfs",  "erofs",    "iso9660",    "vfat",     "exfat",      "ntfs3",    "tmpfs",   "ramfs",           "devtmpfs",
    "devpts",    "proc",     "sysfs",      "cgroup",   "cgroup2",    "mqueue",   "bpf",     "debugfs",         "tracefs",
    "configfs",  "pstore",   "securityfs", "efivarfs", "hugetlbfs",  "nsfs",     "fusectl", "binfmt_misc",     "selinuxfs",
    "rootfs",    "autofs",   "rpc_pipefs", "nfsd",     "fuse.lxcfs", "fuse.portal", "fuse.gvfsd-fuse",
};

const long mounting_calls[] = {__NR_mount, __NR_fsopen, __NR_setns};
const size_t mounting_call_count = sizeof mounting_calls / sizeof *mounting_calls;

bool is_mounting(int call) {
  for (size_t at = 0; at < mounting_call_count; at++)
    if (mounting_calls[at] == call) return true;
  return false;
}

static bool is_unserved(const char *type) {
  for (size_t at = 0; at < sizeof unserved / sizeof *unserved; at++)
    if (strcmp(unserved[at], type) == 0) return true;
  return false;
}

/* The type stands behind " - ". A table that cannot be read may hold anything. */
static bool find_served(void) {
  char line[8192], type[64];
  FILE *mounts = fopen("/proc/self/mountinfo", "re");
  if (mounts == NULL) return true;
  bool found = false;
  while (!found && fgets(line, sizeof line, mounts) != NULL) {
    const char *end = strstr(line, " - ");
    found = end == NULL || sscanf(end, " - %63s", type) != 1 || !is_unserved(type);
  }
  fclose(mounts);
  return found;
}

void served_begin(struct served *served) {
  served->mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
  served->here = find_served();
}

/* The kernel tells of each change once. */
bool served_maybe(struct served *served) {
  struct pollfd changed = {.fd = served->mounts, .events = POLLPRI};
  if (served->below || served->slow || served->mounts < 0) return true;
  if (poll(&changed, 1, 0) > 0) served->here = find_served();
  return served->here;
}
