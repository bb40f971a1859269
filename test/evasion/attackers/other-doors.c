/* other-doors WAY [PROGRAM]: system calls that a filter by number may forget. */
#include "attack.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static int io_uring(char **argv) {
  (void)argv;
  char parameters[256] = {0};
  return tell("io_uring", syscall(SYS_io_uring_setup, 4, parameters));
}

static int keys(char **argv) {
  (void)argv;
  enum { USERS_KEYRING = -4, READ = 11 };
  tell("add_key", syscall(SYS_add_key, "user", "guard-evasion", "x", 1, USERS_KEYRING));
  tell("request_key", syscall(SYS_request_key, "user", "guard-evasion", NULL, USERS_KEYRING));
  return tell("keyctl", syscall(SYS_keyctl, READ, USERS_KEYRING, NULL, 0, 0));
}

static int page_faults(char **argv) {
  (void)argv;
  return tell("userfaultfd", syscall(SYS_userfaultfd, O_CLOEXEC));
}

/* The number alone is enough: no other device knows it. */
static int page_faults_by_device(char **argv) {
  enum { NEW_USERFAULTFD = 0xAA00 };
  (void)argv;
  return tell("device", ioctl(open("/dev/null", O_RDONLY), NEW_USERFAULTFD, O_CLOEXEC));
}

static int typed(char **argv) {
  (void)argv;
  int master, slave;
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) return tell("openpty", -1);
  return tell("TIOCSTI", ioctl(slave, TIOCSTI, "y"));
}

static int typed_wide(char **argv) {
  (void)argv;
  int master, slave;
  if (openpty(&master, &slave, NULL, NULL, NULL) != 0) return tell("openpty", -1);
  return tell("wide TIOCSTI", syscall(SYS_ioctl, slave, 0x100000000L | TIOCSTI, "y"));
}

static int pasted(char **argv) {
  (void)argv;
  char paste = 3;
  return tell("TIOCLINUX", ioctl(0, TIOCLINUX, &paste));
}

#ifdef __x86_64__
enum { X32 = 0x40000000, X32_EXECVE = 520, X32_EXECVEAT = 545, I386_EXECVE = 11 };

static int x32(char **argv) {
  tell("x32 execveat", syscall(X32 | X32_EXECVEAT, AT_FDCWD, argv[0], argv, NULL, 0));
  tell("x32 number of execve", syscall(X32 | SYS_execve, argv[0], argv, NULL));
  return tell("x32 execve", syscall(X32 | X32_EXECVE, argv[0], argv, NULL));
}

/* Its pointers are 32 bits wide. */
static int int80(char **argv) {
  char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (low == MAP_FAILED) return tell("mmap", -1);
  unsigned *words = (unsigned *)(low + 2048);
  strncpy(low, argv[0], 2000);
  words[0] = (unsigned)(unsigned long)low;
  words[1] = 0;
  long result = I386_EXECVE;
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(low), "c"(words), "d"(0) : "memory", "r8", "r9", "r10", "r11");
  errno = (int)-result;
  return tell("int80", -1);
}
#endif

/* A format of its own, whose interpreter is the program. */
static int own_format(char **argv) {
  char line[512];
  int mounted = access("/proc/sys/fs/binfmt_misc/register", F_OK) != 0;
  if (mounted && mount("binfmt_misc", "/proc/sys/fs/binfmt_misc", "binfmt_misc", 0, NULL) != 0)
    return tell("binfmt_misc", -1);
  snprintf(line, sizeof line, ":guard-evasion:E::guardevasion::%s:\n", argv[0]);
  int fd = open("/proc/sys/fs/binfmt_misc/register", O_WRONLY);
  if (fd < 0 || write(fd, line, strlen(line)) < 0) return tell("register", -1);
  close(fd);
  int file = open("./x.guardevasion", O_CREAT | O_WRONLY, 0755);
  if (write(file, "x", 1) != 1) return tell("write", -1);
  close(file);
  pid_t child = fork();
  if (child == 0) _exit(tell("execve", execl("./x.guardevasion", "x", NULL)));
  waitpid(child, NULL, 0);
  /* The machine is left as it was. */
  fd = open("/proc/sys/fs/binfmt_misc/guard-evasion", O_WRONLY);
  int left = tell("unregister", write(fd, "-1", 2));
  close(fd);
  if (mounted) umount("/proc/sys/fs/binfmt_misc");
  return left;
}

static int descriptors(char **argv) {
  (void)argv;
  for (int fd = 3; fd < 1024; fd++)
    if (fcntl(fd, F_GETFD) >= 0) printf("descriptor %d is open\n", fd);
  return tell("descriptors", 0);
}

/* Not an attempt: can the kernel keep signals and traces within a tree (Landlock, since 6.12)? */
static int scopes(char **argv) {
  enum { ASK_VERSION = 1, FIRST_WITH_SCOPES = 6, CREATE_RULESET = 444 };
  (void)argv;
  return syscall(CREATE_RULESET, NULL, 0, ASK_VERSION) < FIRST_WITH_SCOPES;
}

int main(int argc, char **argv) {
  (void)argc;
  static const struct way ways[] = {
      {"io-uring", io_uring},
      {"keys", keys},
      {"userfaultfd", page_faults},
      {"userfaultfd-device", page_faults_by_device},
      {"typed", typed},
      {"typed-wide", typed_wide},
      {"pasted", pasted},
#ifdef __x86_64__
      {"x32", x32},
      {"int80", int80},
#endif
      {"own-format", own_format},
      {"descriptors", descriptors},
      {"scopes", scopes},
  };
  return GO(ways, argv);
}
