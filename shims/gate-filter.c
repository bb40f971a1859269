/*
 * The filter that everything below the seat carries and cannot take off: execve and execveat are told to the gate; ways
 * around it (other ABIs, io_uring, userfaultfd) and at guard itself (its processes, terminals' input) are closed.
 */
#include "gate-enter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gate-reach.h"
#include "gate-seat.h"
#include "gate-served.h"
#include "gate-thread.h"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

#ifndef __NR_process_madvise
#define __NR_process_madvise 440
#endif

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#else
#error "the exec gate knows x86-64 and arm64"
#endif

enum { X32_BIT = 0x40000000, TIOCSTI_NUMBER = 0x5412, TIOCLINUX_NUMBER = 0x541C, NEW_USERFAULTFD = 0xAA00, MOST_STEPS = 512 };

struct program {
  struct sock_filter steps[MOST_STEPS];
  unsigned short count;
};

static void add(struct program *program, struct sock_filter step) {
  if (program->count < MOST_STEPS) program->steps[program->count++] = step;
}

static void load(struct program *program, size_t offset) {
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void give(struct program *program, uint32_t action) {
  add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* sockaddr_nl. */
enum { NETLINK_ADDRESS_BYTES = 12 };

/* What was loaded is `value`: give `action`. */
static void on(struct program *program, uint32_t value, uint32_t action) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
  give(program, action);
}

static uint32_t refuse(int problem) { return SECCOMP_RET_ERRNO | (uint32_t)problem; }

/* This call with one of the values as that argument fails; with any other it is allowed. Pids and commands are 32 bits. */
static void refuse_argument(struct program *program, long call, unsigned argument, const uint32_t *values, size_t count) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(2 + 2 * count)));
  load(program, offsetof(struct seccomp_data, args) + 8 * argument);
  for (size_t at = 0; at < count; at++) on(program, values[at], refuse(EPERM));
  give(program, SECCOMP_RET_ALLOW);
}

static void add_abi(struct program *program) {
  load(program, offsetof(struct seccomp_data, arch));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0));
  give(program, SECCOMP_RET_KILL_PROCESS);
  load(program, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1));
  give(program, refuse(ENOSYS));
#endif
}

enum { MOST_GUARDED = 8, MOST_NUMBERS = 2 * MOST_GUARDED };

/* Landlock does the same by descent; this holds on kernels without it. A negative pid means a group. */
static void add_signals(struct program *program, const uint32_t *numbers, size_t count) {
  const long calls[] = {__NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_pidfd_open, __NR_process_vm_readv};
  for (size_t at = 0; at < sizeof calls / sizeof *calls; at++) refuse_argument(program, calls[at], 0, numbers, count);
}

/* Not by a group or a user: guard's processes may be among them. */
static void add_kind(struct program *program, uint32_t process_kind) {
  load(program, offsetof(struct seccomp_data, args));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, process_kind, 1, 0));
  give(program, refuse(EPERM));
}

/* What Landlock lets through. The number may be that of a thread, which only the gate can tell; 0 is the caller itself. */
static void add_hindrance(struct program *program, long call, unsigned argument, const uint32_t *numbers, size_t count) {
  const bool has_kind = call == __NR_setpriority || call == __NR_ioprio_set;
  enum { KIND_STEPS = 3, OF_PRIORITY = 0, OF_DISK_TURN = 1 };
  size_t steps = 1 + 2 + 2 * count + 1 + (has_kind ? KIND_STEPS : 0);
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)steps));
  if (has_kind) add_kind(program, call == __NR_setpriority ? OF_PRIORITY : OF_DISK_TURN);
  load(program, offsetof(struct seccomp_data, args) + 8 * argument);
  on(program, 0, SECCOMP_RET_ALLOW);
  for (size_t at = 0; at < count; at++) on(program, numbers[at], refuse(EPERM));
  give(program, SECCOMP_RET_USER_NOTIF);
}

static void add_guarded(struct program *program, const pid_t *guarded, size_t count) {
  uint32_t numbers[MOST_NUMBERS];
  if (count > MOST_GUARDED) count = MOST_GUARDED;
  for (size_t at = 0; at < count; at++) numbers[at] = (uint32_t)guarded[at];
  for (size_t at = 0; at < count; at++) numbers[count + at] = (uint32_t)-guarded[at];
  if (count == 0) return;
  add_signals(program, numbers, 2 * count);
  for (size_t at = 0; at < hindrance_count; at++)
    add_hindrance(program, hindrances[at].call, hindrances[at].argument, numbers, count);
}

/* Each getaddrinfo binds a netlink socket: an address that long is left alone (listen tells of a socket with such a name). */
static void add_bind(struct program *program) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_bind, 0, 4));
  load(program, offsetof(struct seccomp_data, args) + 8 * 2);
  on(program, NETLINK_ADDRESS_BYTES, SECCOMP_RET_ALLOW);
  give(program, SECCOMP_RET_USER_NOTIF);
}

/* A unix socket for datagrams sends without a connect. Of a raw one the kernel makes the same; streams and packets cannot. */
static void add_datagrams(struct program *program, long call) {
  enum { LOCAL_STEPS = 10, TYPE_MASK = 0xf };
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, LOCAL_STEPS));
  load(program, offsetof(struct seccomp_data, args));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0));
  give(program, SECCOMP_RET_ALLOW);
  load(program, offsetof(struct seccomp_data, args) + 8);
  add(program, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_MASK));
  on(program, SOCK_STREAM, SECCOMP_RET_ALLOW);
  on(program, SOCK_SEQPACKET, SECCOMP_RET_ALLOW);
  give(program, SECCOMP_RET_USER_NOTIF);
}

/* TCP that connects while it sends. As where the system has switched that off: who wants it connects first then. */
static void add_fast_open(struct program *program, long call, unsigned flags) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4));
  load(program, offsetof(struct seccomp_data, args) + 8 * flags);
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MSG_FASTOPEN, 0, 1));
  give(program, refuse(EOPNOTSUPP));
  give(program, SECCOMP_RET_ALLOW);
}

/*
 * A connect that is put off until something is sent would go to whoever listens by then. Whatever the socket is: what the
 * options mean to others (none today) is not worth the difference.
 */
static void add_put_off(struct program *program) {
  enum { TCP_LEVEL = 6, FASTOPEN_CONNECT = 30, FASTOPEN_NO_COOKIE = 34 };
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_setsockopt, 0, 8));
  load(program, offsetof(struct seccomp_data, args) + 8 * 1);
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TCP_LEVEL, 0, 5));
  load(program, offsetof(struct seccomp_data, args) + 8 * 2);
  on(program, FASTOPEN_CONNECT, refuse(EOPNOTSUPP));
  on(program, FASTOPEN_NO_COOKIE, refuse(EOPNOTSUPP));
  give(program, SECCOMP_RET_ALLOW);
}

/* Where it cannot work every connect would fail: gate_begin tells of it. */
static void add_reach(struct program *program) {
  char reason[PROBE_ROOM];
  if (!reach_probe(reason, sizeof reason)) return;
  add_put_off(program);
  add_fast_open(program, __NR_sendto, 3);
  add_fast_open(program, __NR_sendmsg, 2);
  add_fast_open(program, __NR_sendmmsg, 3);
  on(program, __NR_connect, SECCOMP_RET_USER_NOTIF);
  on(program, __NR_listen, SECCOMP_RET_USER_NOTIF);
  add_bind(program);
  add_datagrams(program, __NR_socket);
  add_datagrams(program, __NR_socketpair);
}

static void add_calls(struct program *program) {
  on(program, __NR_execve, SECCOMP_RET_USER_NOTIF);
  on(program, __NR_execveat, SECCOMP_RET_USER_NOTIF);
  for (size_t at = 0; at < mounting_call_count; at++) on(program, (uint32_t)mounting_calls[at], SECCOMP_RET_USER_NOTIF);
  on(program, __NR_io_uring_setup, refuse(ENOSYS)); /* its work is not seen by filters */
  /* The kernel's keys of the user (confine-keys.c does it where there is no gate). Who finds none uses files. */
  on(program, __NR_add_key, refuse(ENOSYS));
  on(program, __NR_request_key, refuse(ENOSYS));
  on(program, __NR_keyctl, refuse(ENOSYS));
  on(program, __NR_userfaultfd, refuse(EPERM));
  /* One process below may not put its own code or words into another, which may have been allowed more. */
  on(program, __NR_process_vm_writev, refuse(EPERM));
  on(program, __NR_process_madvise, refuse(EPERM)); /* root may do it by a pidfd that a socket gave */
  const uint32_t attachments[] = {PTRACE_ATTACH, PTRACE_SEIZE};
  refuse_argument(program, __NR_ptrace, 0, attachments, 2);
  load(program, offsetof(struct seccomp_data, nr));
  /* /dev/userfaultfd gives the same as the call. */
  const uint32_t requests[] = {TIOCSTI_NUMBER, TIOCLINUX_NUMBER, NEW_USERFAULTFD};
  refuse_argument(program, __NR_ioctl, 1, requests, 3);
}

/* Before 5.19 a signal ends the caller's wait, and the call comes again: that costs time, nothing else. */
static int set_filter(struct program *program) {
  struct sock_fprog filter = {.len = program->count, .filter = program->steps};
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  long fd = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &filter);
  if (fd < 0 && errno == EINVAL) fd = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
  return (int)fd;
}

int filter_install(const pid_t *guarded, size_t guarded_count) {
  struct program program = {.count = 0};
  add_abi(&program);
  add_reach(&program);
  add_calls(&program);
  add_guarded(&program, guarded, guarded_count);
  give(&program, SECCOMP_RET_ALLOW);
  if (program.count == MOST_STEPS) {
    errno = E2BIG;
    return -1;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return set_filter(&program);
}
