/*
 * A mount keeps a name in its place only in the namespace where it lies: in a mount namespace of its own in which nothing is
 * mounted, an agent could move what is hidden or held. So nobody below gets one, but where the person allows it (sandboxes of
 * the agent's own). Root gets no user namespaces either: in one, all that root may not do any more could be done again, also
 * to control groups. Others keep those, for browsers: without a mount namespace they change nothing that counts here.
 */
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#else
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

enum { OTHER_NUMBERS = 0x40000000 }; /* x32: the same calls by other numbers */

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(problem) GIVE(SECCOMP_RET_ERRNO | (problem))
#define UNLESS(value, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (steps))

/* Of clone3 the flags cannot be seen; everybody who finds it missing uses clone. */
bool namespaces_refuse(bool root) {
  const unsigned refused = root ? CLONE_NEWUSER | CLONE_NEWNS : CLONE_NEWNS;
  struct sock_filter steps[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0),
      GIVE(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_NUMBERS, 0, 1),
      REFUSE(ENOSYS),
      UNLESS(__NR_clone3, 1),
      REFUSE(ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_unshare, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 1, 0),
      GIVE(SECCOMP_RET_ALLOW),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, refused, 0, 1),
      REFUSE(EPERM),
      GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof steps / sizeof *steps, .filter = steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}
