/* What lies outside of every session, for the canaries to reach at: a terminal, a socket with a name, one without. */
#include "canary.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#endif

enum { ASK_VERSION = 1 };

static void tell(const char *what, const char *value) { printf("%s %s\n", what, value); }

/* 0: none. */
static long landlock_version(void) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, ASK_VERSION);
  return version < 0 ? 0 : version;
}

int hold(const char *folder) {
  char terminal[64], path[108], name[64], byte;
  snprintf(path, sizeof path, "%s/outside.sock", folder);
  snprintf(name, sizeof name, "guard-doctor-%ld", (long)getpid());
  if (terminal_make(terminal, sizeof terminal) >= 0) tell("terminal", terminal);
  if (socket_listen(path) >= 0) tell("socket", path);
  if (socket_listen(name) >= 0) tell("abstract", name);
  printf("landlock %ld\npid %ld\nready\n", landlock_version(), (long)getpid());
  fflush(stdout);
  while (read(STDIN_FILENO, &byte, 1) > 0) continue;
  return 0;
}
