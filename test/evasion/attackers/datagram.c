/* datagram WAY [PATH]: sockets for unix datagrams, which send to whatever address they are told. */
#include "connect.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

static int say_to(int fd, const char *name) {
  struct sockaddr_un address;
  socklen_t length = put_address(&address, name);
  return tell("sendto", fd < 0 ? -1 : sendto(fd, "hello", 5, 0, (struct sockaddr *)&address, length));
}

static int plain(char **argv) { return say_to(socket(AF_UNIX, SOCK_DGRAM, 0), argv[0]); }
static int raw(char **argv) { return say_to(socket(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0), argv[0]); }
/* The kernel looks at 32 bits of each. */
static int wide(char **argv) { return say_to((int)syscall(SYS_socket, 7L << 32 | AF_UNIX, 5L << 32 | SOCK_DGRAM, 0), argv[0]); }

static int to_stranger(char **argv, int kind) {
  int ends[2] = {-1, -1};
  char heard[16];
  if (socketpair(AF_UNIX, kind, 0, ends) != 0) return tell("pair", -1);
  say_to(ends[0], argv[0]);
  return tell("its other end", recv(ends[1], heard, sizeof heard, MSG_DONTWAIT));
}
static int pair(char **argv) { return to_stranger(argv, SOCK_DGRAM); }
static int raw_pair(char **argv) { return to_stranger(argv, SOCK_RAW); }

/* What programs use pairs for. */
static int messages(char **argv) {
  (void)argv;
  int ends[2];
  char heard[16];
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return tell("pair", -1);
  printf("closes %d, waits %d\n", fcntl(ends[1], F_GETFD) == FD_CLOEXEC, (fcntl(ends[1], F_GETFL) & O_NONBLOCK) == 0);
  if (write(ends[0], "one", 3) != 3 || write(ends[0], "four", 4) != 4) return tell("write", -1);
  for (int at = 0; at < 2; at++) printf("%d bytes\n", (int)read(ends[1], heard, sizeof heard));
  if (write(ends[1], "back", 4) != 4 || read(ends[0], heard, 2) != 2) return tell("back", -1);
  tell("the rest of a message", read(ends[0], heard, 2));
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return tell("pair", -1);
  printf("closes %d, waits %d\n", fcntl(ends[0], F_GETFD) == FD_CLOEXEC, (fcntl(ends[0], F_GETFL) & O_NONBLOCK) == 0);
  return 0;
}

/* As the kernel has it: each errno, and no descriptor is lost where none can be given. */
static int problems(char **argv) {
  (void)argv;
  int ends[2], first = dup(0);
  const struct rlimit none = {.rlim_cur = (rlim_t)first, .rlim_max = (rlim_t)first};
  tell("another protocol", socketpair(AF_UNIX, SOCK_DGRAM, 6, ends));
  tell("another type", socketpair(AF_UNIX, 4, 0, ends));
  tell("another flag", socketpair(AF_UNIX, SOCK_DGRAM | 0x100, 0, ends));
  tell("no memory", syscall(SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, 16L));
  tell("another family", socketpair(AF_INET, SOCK_DGRAM, 0, ends));
  tell("a type that there is not", socket(AF_UNIX, 4, 0));
  close(first);
  setrlimit(RLIMIT_NOFILE, &none);
  return tell("no room", socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
}

/* Root that gave its rights up. */
static int dropped(char **argv) {
  (void)argv;
  int ends[2];
  struct ucred who;
  socklen_t length = sizeof who;
  if (setresgid(1234, 1234, 1234) != 0 || setresuid(1234, 1234, 1234) != 0) return tell("drop", -1);
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return tell("pair", -1);
  if (getsockopt(ends[0], SOL_SOCKET, SO_PEERCRED, &who, &length) != 0) return tell("who", -1);
  printf("told: %u %u\n", who.uid, who.gid);
  return 0;
}

static const struct way ways[] = {{"plain", plain}, {"raw", raw}, {"wide", wide}, {"pair", pair}, {"raw-pair", raw_pair},
                                  {"messages", messages}, {"problems", problems}, {"dropped", dropped}};
int main(int argc, char **argv) {
  (void)argc;
  return GO(ways, argv);
}
