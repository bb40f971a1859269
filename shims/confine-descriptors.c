/* What a process inside has in its hands from outside: an open folder leads past every mask, a terminal to whoever sits at it. */
#include "confine.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_OWN = 3 }; /* stdin, stdout and stderr are the agent's own */

static bool leads_out(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0) return false;
  return S_ISDIR(found.st_mode) || (fd >= FIRST_OWN && S_ISCHR(found.st_mode) && isatty(fd));
}

/* Pipes and files stay: they are given on purpose (`<(…)`). */
bool descriptors_drop(void) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  DIR *folder = opendir("/proc/self/fd");
  if (nothing < 0 || folder == NULL) return false;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    int fd = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || fd == dirfd(folder) || !leads_out(fd)) continue;
    if (fd < FIRST_OWN) dup2(nothing, fd);
    else close(fd);
  }
  closedir(folder);
  close(nothing);
  return true;
}

/* The keys of the user's session stay outside; where the kernel has no keyrings there are none. */
void keyring_leave(void) { syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL); }
