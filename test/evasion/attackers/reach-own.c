/* reach-own WAY: sockets of the tree's own, which work as without guard. */
#include "connect.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* One side says something, the other hears it. */
static int talk(const char *name, int kind) {
  char heard[8] = "";
  int server = bind_kind(name, kind), client = server < 0 ? -1 : connect_kind(name, kind);
  if (client < 0) return tell(name, -1);
  if (write(client, "hello", 6) != 6) return tell("write", -1);
  int other = kind == SOCK_DGRAM ? server : accept(server, NULL, NULL);
  if (read(other, heard, sizeof heard) != 6 || strcmp(heard, "hello") != 0) return tell("read", -1);
  close(server);
  return tell(name, 0);
}

static int path(char **argv) { return (void)argv, talk("one", SOCK_STREAM); }
static int packets(char **argv) { return (void)argv, talk("two", SOCK_SEQPACKET); }
static int datagrams(char **argv) { return (void)argv, talk("three", SOCK_DGRAM); }
static int abstract(char **argv) { return (void)argv, talk("@guard-test-four", SOCK_STREAM); }

/* A sandbox: server and client, and the client outside of it. */
static int own_network(char **argv) {
  (void)argv;
  int ends[2];
  if (pipe(ends) != 0) return tell("pipe", -1);
  if (fork() == 0) {
    char byte;
    if (read(ends[0], &byte, 1) != 1) return 1;
    return tell("from outside", connect_kind("five", SOCK_STREAM));
  }
  if (unshare(geteuid() == 0 ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET) != 0) return tell("unshare", -1);
  int server = bind_kind("five", SOCK_STREAM);
  tell("from inside", server < 0 ? -1 : connect_kind("five", SOCK_STREAM));
  if (write(ends[1], "", 1) != 1) return 1;
  wait(NULL);
  return 0;
}

/* As it is without guard: nobody there, no such file, no socket, not allowed, no address. */
static int problems(char **argv) {
  (void)argv;
  struct sockaddr_un none = {.sun_family = AF_UNIX};
  close(bind_kind("stale", SOCK_STREAM));
  tell("stale", connect_kind("stale", SOCK_STREAM));
  tell("missing", connect_kind("missing", SOCK_STREAM));
  tell("abstract", connect_kind("@guard-test-nobody", SOCK_STREAM));
  close(open("file", O_CREAT | O_WRONLY, 0644));
  tell("file", connect_kind("file", SOCK_STREAM));
  tell("wrong kind", bind_kind("stream", SOCK_STREAM) < 0 ? -1 : connect_kind("stream", SOCK_DGRAM));
  tell("no address", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&none, 2));
  tell("no socket", connect(0, (struct sockaddr *)&none, sizeof none));
  tell("no memory", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)8, sizeof none));
  return tell("no descriptor", connect(-1, (struct sockaddr *)&none, sizeof none));
}

/* What the other side is told of us, when we are somebody else by then. */
static int dropped(char **argv) {
  (void)argv;
  struct ucred who = {0};
  socklen_t length = sizeof who;
  umask(0);
  int server = bind_kind("for-all", SOCK_STREAM);
  mkdir("closed", 0700);
  if (bind_kind("closed/mine", SOCK_STREAM) < 0) return tell("bind", -1);
  if (fork() == 0) {
    if (setgid(1234) != 0 || setuid(1234) != 0) return tell("setuid", -1);
    tell("not mine", connect_kind("closed/mine", SOCK_STREAM));
    return tell("for all", connect_kind("for-all", SOCK_STREAM));
  }
  wait(NULL);
  getsockopt(accept(server, NULL, NULL), SOL_SOCKET, SO_PEERCRED, &who, &length);
  printf("told: %d %d\n", (int)who.uid, (int)who.gid);
  return 0;
}

static struct sockaddr_in loopback(int fd) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) tell("bind", -1);
  getsockname(fd, (struct sockaddr *)&address, &length);
  return address;
}

static int internet(char **argv) {
  (void)argv;
  int server = socket(AF_INET, SOCK_STREAM, 0), plain = socket(AF_INET, SOCK_STREAM, 0);
  int quick = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), udp = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in address = loopback(server);
  tell("refused", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address));
  listen(server, 8);
  tell("blocking", connect(plain, (struct sockaddr *)&address, sizeof address));
  int result = connect(quick, (struct sockaddr *)&address, sizeof address);
  struct pollfd ready = {.fd = quick, .events = POLLOUT};
  if (result < 0 && errno == EINPROGRESS) result = poll(&ready, 1, 5000) == 1 ? 0 : -1;
  tell("non-blocking", result);
  tell("again", connect(plain, (struct sockaddr *)&address, sizeof address));
  tell("udp", connect(udp, (struct sockaddr *)&address, sizeof address));
  return tell("udp undone", connect(udp, &(struct sockaddr){.sa_family = AF_UNSPEC}, sizeof(struct sockaddr)));
}

static void note(int signal) { (void)!write(1, signal == SIGUSR1 ? "usr1\n" : "usr2\n", 5); }

/* A server that nobody serves: its queue is full, and the next one waits. */
static int fill(int family) {
  struct sockaddr_un local;
  struct sockaddr_in inet = {0};
  int server = family == AF_UNIX ? bind_kind("full", SOCK_STREAM) : socket(AF_INET, SOCK_STREAM, 0);
  put_address(&local, "full");
  if (family == AF_INET) inet = loopback(server);
  listen(server, 0);
  const struct sockaddr *address = family == AF_UNIX ? (struct sockaddr *)&local : (struct sockaddr *)&inet;
  socklen_t length = family == AF_UNIX ? sizeof local : sizeof inet;
  for (int at = 0; at < 4; at++) (void)!connect(socket(family, SOCK_STREAM | SOCK_NONBLOCK, 0), address, length);
  struct sigaction restarts = {.sa_handler = note, .sa_flags = SA_RESTART}, breaks = {.sa_handler = note};
  sigaction(SIGUSR1, &restarts, NULL);
  sigaction(SIGUSR2, &breaks, NULL);
  tell("waits", 0);
  return tell("connect", connect(socket(family, SOCK_STREAM, 0), address, length));
}
static int full(char **argv) { return (void)argv, fill(AF_UNIX); }
static int full_internet(char **argv) { return (void)argv, fill(AF_INET); }

/* Forty that wait hold up nobody else, nor another forty that do not. */
static int forty(char **argv) {
  for (int at = 0; at < 40; at++)
    if (fork() == 0) {
      char folder[16];
      snprintf(folder, sizeof folder, "f%d", at);
      mkdir(folder, 0755);
      return chdir(folder) != 0 ? 1 : fill(AF_UNIX);
    }
  for (int at = 0; at < 40; at++) {
    char name[16];
    snprintf(name, sizeof name, "own-%d", at);
    if (talk(name, SOCK_STREAM) != 0) return 1;
  }
  if (fork() == 0) execv(argv[0], argv);
  return tell("all", 0);
}

/* Each from a process of its own, all to one server. */
static int many(char **argv) {
  (void)argv;
  enum { MANY = 200 };
  int server = bind_kind("busy", SOCK_STREAM), failed = 0, status;
  listen(server, MANY);
  for (int at = 0; at < MANY; at++)
    if (fork() == 0) _exit(connect_kind("busy", SOCK_STREAM) < 0);
  while (wait(&status) > 0) failed += status != 0;
  printf("failed: %d\n", failed);
  return 0;
}

/* As in a container: descriptors of others cannot be taken over. Then it is the program. */
static int contained(char **argv) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_getfd, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = 4, .filter = steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return tell("filter", -1);
  return tell("exec", execv(argv[0], argv));
}

static const struct way ways[] = {
    {"contained", contained},
    {"path", path}, {"packets", packets}, {"datagrams", datagrams}, {"abstract", abstract}, {"problems", problems},
    {"dropped", dropped}, {"internet", internet}, {"own-network", own_network}, {"full", full}, {"full-internet", full_internet}, {"forty", forty},
    {"many", many},
};
int main(int argc, char **argv) {
  (void)argc;
  return GO(ways, argv);
}
