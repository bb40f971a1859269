/* Landlock, scopes only: file rules would break more than they keep (findings), and bubblewrap inside. */
#include "gate-enter.h"

#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gate-seat.h"

#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_restrict_self 446
#endif

/* Of linux/landlock.h since 6.12; older headers do not have it. */
struct scopes {
  uint64_t handled_access_fs, handled_access_net, scoped;
};
enum { SCOPE_ABSTRACT_SOCKETS = 1, SCOPE_SIGNALS = 2, ASK_VERSION = 1, FIRST_VERSION_WITH_SCOPES = 6 };

bool scope_enter(void) {
  if (syscall(__NR_landlock_create_ruleset, NULL, 0, ASK_VERSION) < FIRST_VERSION_WITH_SCOPES) return false;
  struct scopes scopes = {.scoped = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS};
  long ruleset = syscall(__NR_landlock_create_ruleset, &scopes, sizeof scopes, 0);
  if (ruleset < 0) return false;
  bool set = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(__NR_landlock_restrict_self, ruleset, 0) == 0;
  close((int)ruleset);
  return set;
}

bool scope_only_enter(void) {
  scope_enter();
  return true;
}
