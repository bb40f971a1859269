/*
 * limited [--docker] [--user N] COMMAND [ARG...]: not an attacker, but a machine with less: no namespaces, no mounts (as Docker's
 * usual seccomp profile refuses them); with --docker only the capabilities that its containers have.
 */
#include "attack.h"

#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP };

static const int refused[] = {
    SYS_mount,      SYS_umount2, SYS_pivot_root, SYS_setns,   SYS_unshare,           SYS_open_by_handle_at,
    428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 442 /* mount_setattr */, SYS_add_key, SYS_keyctl,
    SYS_request_key, SYS_bpf,    SYS_perf_event_open,
};

static const int dockers[] = {
    CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_FOWNER,  CAP_FSETID,           CAP_KILL,    CAP_SETGID, CAP_SETUID,
    CAP_SETPCAP, CAP_NET_BIND_SERVICE, CAP_NET_RAW, CAP_SYS_CHROOT, CAP_MKNOD, CAP_AUDIT_WRITE, CAP_SETFCAP,
};

static void refuse_calls(void) {
  enum { COUNT = sizeof refused / sizeof *refused, CLONE3 = 435 };
  struct sock_filter code[COUNT * 2 + 9];
  size_t at = 0;
  code[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t one = 0; one < COUNT; one++) {
    code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[one], 0, 1);
    code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  }
  /* Its flags are in memory: libc goes back to clone. */
  code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLONE3, 0, 1);
  code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
  code[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args));
  code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1);
  code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)at, .filter = code};
  /* Whoever may not must give up more first. */
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) return;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) exit(tell("seccomp", -1));
}

static void keep_dockers_capabilities(void) {
  unsigned kept = 0;
  for (size_t one = 0; one < sizeof dockers / sizeof *dockers; one++) kept |= 1u << dockers[one];
  for (int one = 0; one <= 63; one++)
    if (one > 31 || (kept >> one & 1) == 0) prctl(PR_CAPBSET_DROP, one, 0, 0, 0);
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{.effective = kept, .permitted = kept}};
  if (syscall(SYS_capset, &head, data) != 0) exit(tell("capset", -1));
}

int main(int argc, char **argv) {
  int at = 1, docker = 0;
  unsigned user = 0;
  if (at < argc && strcmp(argv[at], "--docker") == 0) docker = at++;
  if (at + 1 < argc && strcmp(argv[at], "--user") == 0) user = (unsigned)atoi(argv[at + 1]), at += 2;
  if (at >= argc) return 2;
  refuse_calls();
  if (docker) keep_dockers_capabilities();
  if (user != 0 && (setgid(user) != 0 || setuid(user) != 0)) return tell("setuid", -1);
  execvp(argv[at], argv + at);
  return tell("execvp", -1);
}
