/*
 * A file's device as the kernel itself numbers it, which sock_diag tells. On some file systems (btrfs) stat gives another one:
 * there it stands in the list of mounts.
 */
#include "gate-reach.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static uint32_t kernel_number(unsigned major_number, unsigned minor_number) { return major_number << 20 | minor_number; }

static long mount_of(int file) {
  char path[40], line[128];
  long mount = -1;
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", file);
  FILE *info = fopen(path, "re");
  if (info == NULL) return -1;
  while (mount < 0 && fgets(line, sizeof line, info) != NULL)
    if (sscanf(line, "mnt_id: %ld", &mount) != 1) mount = -1;
  fclose(info);
  return mount;
}

static uint32_t device_of_mount(int proc, long mount) {
  int fd = openat(proc, "mountinfo", O_RDONLY | O_CLOEXEC);
  FILE *list = fd < 0 ? NULL : fdopen(fd, "re");
  if (list == NULL) {
    if (fd >= 0) close(fd);
    return 0;
  }
  char line[8192];
  uint32_t device = 0;
  while (device == 0 && fgets(line, sizeof line, list) != NULL) {
    long number;
    unsigned major_number, minor_number;
    if (sscanf(line, "%ld %*d %u:%u ", &number, &major_number, &minor_number) == 3 && number == mount)
      device = kernel_number(major_number, minor_number);
  }
  fclose(list);
  return device;
}

uint32_t mounted_device(int file, int callers_proc) {
  long mount = mount_of(file);
  return mount < 0 ? 0 : device_of_mount(callers_proc, mount);
}

uint32_t told_device(const struct stat *found) { return kernel_number(major(found->st_dev), minor(found->st_dev)); }
