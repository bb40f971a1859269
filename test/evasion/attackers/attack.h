/* What attackers share: they say in one line how far they came. */
#ifndef GUARD_EVASION_ATTACK_H
#define GUARD_EVASION_ATTACK_H

#define _GNU_SOURCE /* each file includes this one first */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline const char *problem_name(int problem) {
  static char number[16];
  switch (problem) {
    case EPERM: return "EPERM";
    case EACCES: return "EACCES";
    case ENOSYS: return "ENOSYS";
    case EBUSY: return "EBUSY";
    case EROFS: return "EROFS";
    case EINVAL: return "EINVAL";
    case ESRCH: return "ESRCH";
    case ENOENT: return "ENOENT";
    case ENOEXEC: return "ENOEXEC";
    case ECONNREFUSED: return "ECONNREFUSED";
  }
  snprintf(number, sizeof number, "errno %d", problem);
  return number;
}

/* A result below 0 is a failure with errno. */
static inline int tell(const char *what, long result) {
  printf("%s: %s\n", what, result < 0 ? problem_name(errno) : "done");
  fflush(stdout);
  return result < 0 ? 1 : 0;
}

struct way {
  const char *name;
  int (*go)(char **argv);
};

/* argv[1] is the way's name, the way gets what follows. */
static inline int go_the_way(const struct way *ways, size_t count, char **argv) {
  for (size_t at = 0; argv[1] != NULL && at < count; at++)
    if (strcmp(ways[at].name, argv[1]) == 0) return ways[at].go(argv + 2);
  fprintf(stderr, "%s: no such way: %s\n", argv[0], argv[1] == NULL ? "(none)" : argv[1]);
  return 2;
}
#define GO(ways, argv) go_the_way(ways, sizeof ways / sizeof *ways, argv)

#endif
