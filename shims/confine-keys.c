/*
 * The kernel's keyrings: a key of the user's can be read by its number, from whatever keyring a process has. The tree gets
 * none, as on a kernel without them: programs that keep something there use a file instead, or say so.
 */
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* add_key, request_key and keyctl follow each other in every table of calls. 32-bit programs have a table of their own. */
enum { CALLS = 3, WITHOUT_X32 = 0x3fffffff };
#if defined(__x86_64__)
enum { FIRST_NARROW = 286 };
#define OWN_ARCH AUDIT_ARCH_X86_64
#define NARROW_ARCH AUDIT_ARCH_I386
#else
enum { FIRST_NARROW = 309 };
#define OWN_ARCH AUDIT_ARCH_AARCH64
#define NARROW_ARCH AUDIT_ARCH_ARM
#endif
_Static_assert(__NR_keyctl == __NR_add_key + CALLS - 1, "they follow each other");

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))

bool keys_refuse(void) {
  struct sock_filter steps[] = {
      LOAD(arch),
      IF(BPF_JEQ, OWN_ARCH, 0, 4),
      LOAD(nr),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, WITHOUT_X32),
      IF(BPF_JGE, __NR_add_key, 0, 7),
      IF(BPF_JGT, __NR_keyctl, 6, 5),
      IF(BPF_JEQ, NARROW_ARCH, 1, 0),
      GIVE(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      IF(BPF_JGE, FIRST_NARROW, 0, 2),
      IF(BPF_JGT, FIRST_NARROW + CALLS - 1, 1, 0),
      GIVE(SECCOMP_RET_ERRNO | ENOSYS),
      GIVE(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof steps / sizeof *steps, .filter = steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}
