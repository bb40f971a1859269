/* reach WAY SOCKET: to connect to a socket of somebody outside. SOCKET is absolute; its folder is the current one. */
#include "connect.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static const char *last_part(const char *path) { return strrchr(path, '/') + 1; }

static int try_name(const char *name) { return tell("connect", connect_kind(name, SOCK_STREAM)); }
static int plain(char **argv) { return try_name(argv[0]); }
static int relative(char **argv) { return try_name(last_part(argv[0])); }
static int datagram(char **argv) { return tell("connect", connect_kind(argv[0], SOCK_DGRAM)); }

static int dotted(char **argv) {
  char name[200], cwd[100];
  snprintf(name, sizeof name, "..//%s/./%s", last_part(getcwd(cwd, sizeof cwd)), last_part(argv[0]));
  return try_name(name);
}

static int by_link(char **argv) {
  unlink("link");
  if (symlink(argv[0], "link") != 0) return tell("symlink", -1);
  return try_name("link");
}

static int by_hard_link(char **argv) {
  unlink("hard");
  if (link(argv[0], "hard") != 0) return tell("link", -1);
  return try_name("hard");
}

static int by_prefix(const char *prefix, const char *path) {
  char name[200];
  snprintf(name, sizeof name, "%s%s", prefix, path);
  return try_name(name);
}
static int by_cwd(char **argv) { return by_prefix("/proc/self/cwd/", last_part(argv[0])); }
static int by_root(char **argv) { return by_prefix("/proc/self/root", argv[0]); }
static int by_thread(char **argv) { return by_prefix("/proc/thread-self/cwd/", last_part(argv[0])); }

static int by_parent(char **argv) {
  char prefix[40];
  snprintf(prefix, sizeof prefix, "/proc/%d/cwd/", (int)getppid());
  return by_prefix(prefix, last_part(argv[0]));
}

static int by_descriptor(char **argv) {
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", open(argv[0], O_PATH));
  try_name(name);
  snprintf(name, sizeof name, "/dev/fd/%d", open(argv[0], O_PATH));
  return try_name(name);
}

static int by_folder(char **argv) {
  char prefix[40];
  snprintf(prefix, sizeof prefix, "/proc/self/fd/%d/", open(".", O_PATH | O_DIRECTORY));
  return by_prefix(prefix, last_part(argv[0]));
}

/* The name of a server of its own, which the gate knows, becomes the outside one's. */
static int in_own_place(char **argv) {
  int own = bind_kind("own", SOCK_STREAM);
  if (own < 0 || connect_kind("own", SOCK_STREAM) < 0) return tell("own", -1);
  if (rename("own", "moved") != 0 || link(argv[0], "own") != 0) return tell("link", -1);
  return try_name("own");
}

/* A server of its own, which the gate knows, is gone; one outside gets its name, and often the number of its file. */
static int in_gone_place(char **argv) {
  (void)argv;
  struct stat before, after;
  int own = bind_kind("again", SOCK_STREAM);
  if (own < 0 || connect_kind("again", SOCK_STREAM) < 0 || stat("again", &before) != 0) return tell("own", -1);
  close(own);
  unlink("again");
  tell("gone", 0);
  while (stat("again", &after) != 0 || (after.st_mode & 0002) == 0) sched_yield();
  printf("number: %s\n", before.st_ino == after.st_ino ? "the same" : "another");
  for (int tries = 0; tries < 100; tries++)
    if (connect_kind("again", SOCK_STREAM) < 0 && errno != ECONNREFUSED) break; /* it does not listen yet */
  return tell("connect", errno == EACCES ? -1 : 0);
}

static int changed_root(char **argv) {
  char name[120];
  snprintf(name, sizeof name, "/%s", last_part(argv[0]));
  if (chroot(".") != 0 || chdir("/") != 0) return tell("chroot", -1);
  return try_name(name);
}

/* The folder stands elsewhere, in a mount namespace of its own. */
static int mounted(char **argv) {
  char name[120];
  mkdir("elsewhere", 0755);
  if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0) return tell("unshare", -1);
  mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (mount(".", "elsewhere", NULL, MS_BIND, NULL) != 0) return tell("mount", -1);
  snprintf(name, sizeof name, "elsewhere/%s", last_part(argv[0]));
  return try_name(name);
}

static int own_network(char **argv) {
  if (unshare(geteuid() == 0 ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET) != 0) return tell("unshare", -1);
  return try_name(argv[0]);
}

static const char *outside;
static void *in_thread(void *state) {
  (void)state;
  unshare(CLONE_FILES); /* descriptors of its own */
  try_name(outside);
  return NULL;
}
static int own_descriptors(char **argv) {
  pthread_t thread;
  outside = argv[0];
  for (int number = 3; number < 40; number++) dup2(0, number);
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  return 0;
}

/* What flips while the gate looks: the address between two sockets, or the descriptor between two families. */
enum { FLIPPED = 60, TRIES = 3000 };
static union {
  struct sockaddr any;
  struct sockaddr_un local;
} address;
static char own_name[] = "own";
static volatile int done;
static int inet, local;

static void *flip_address(void *state) {
  for (struct sockaddr_un *next = state; !done;) {
    memcpy(&address.local.sun_path, next[0].sun_path, sizeof next->sun_path);
    sched_yield();
    memcpy(&address.local.sun_path, next[1].sun_path, sizeof next->sun_path);
    sched_yield();
  }
  return NULL;
}

static void *flip_descriptor(void *state) {
  (void)state;
  while (!done) {
    dup2(inet, FLIPPED);
    address.any.sa_family = AF_INET;
    sched_yield();
    dup2(local, FLIPPED);
    address.any.sa_family = AF_UNIX;
    sched_yield();
  }
  return NULL;
}

static int flipped(char **argv, void *(*flip)(void *)) {
  struct sockaddr_un both[2];
  pthread_t thread;
  int reached_own = 0, refused = 0;
  if (bind_kind(own_name, SOCK_STREAM | SOCK_NONBLOCK) < 0) return tell("bind", -1);
  put_address(&both[0], own_name);
  put_address(&both[1], argv[0]);
  address.local = both[1];
  inet = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  local = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  dup2(local, FLIPPED);
  pthread_create(&thread, NULL, flip, both);
  for (int at = 0; at < TRIES; at++) {
    int fd = flip == flip_descriptor ? FLIPPED : socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    int result = connect(fd, &address.any, sizeof address.local);
    if (result == 0) reached_own++;
    else refused += errno == EACCES;
    if (fd != FLIPPED) close(fd);
  }
  done = 1;
  pthread_join(thread, NULL);
  printf("own %s, refused %s\n", reached_own > 0 ? "some" : "none", refused > 0 ? "some" : "none");
  return 0;
}
static int swapped_address(char **argv) { return flipped(argv, flip_address); }
static int swapped_descriptor(char **argv) { return flipped(argv, flip_descriptor); }

/* Another process with the same descriptors and memory does the same. */
static int flip_in_process(void *state) {
  (void)state;
  flip_descriptor(NULL);
  return 0;
}
static int swapped_by_process(char **argv) {
  static char stack[64 << 10];
  put_address(&address.local, argv[0]);
  inet = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  local = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  dup2(local, FLIPPED);
  pid_t child = clone(flip_in_process, stack + sizeof stack, CLONE_FILES | CLONE_VM | SIGCHLD, NULL);
  int refused = 0;
  for (int at = 0; at < TRIES; at++) refused += connect(FLIPPED, &address.any, sizeof address.local) != 0 && errno == EACCES;
  done = 1;
  waitpid(child, NULL, 0);
  printf("refused %s\n", refused > 0 ? "some" : "none");
  return 0;
}

/* Not an attack: the one outside. */
static int serve(char **argv) {
  int server = bind_kind(argv[0], SOCK_STREAM);
  tell("serves", server);
  while (accept(server, NULL, NULL) >= 0) tell("heard", 0);
  return 1;
}

static const struct way ways[] = {
    {"serve", serve},
    {"plain", plain}, {"relative", relative}, {"datagram", datagram}, {"dotted", dotted}, {"link", by_link},
    {"hard-link", by_hard_link}, {"cwd", by_cwd}, {"root", by_root}, {"thread-self", by_thread}, {"parent", by_parent},
    {"descriptor", by_descriptor}, {"folder", by_folder}, {"in-own-place", in_own_place}, {"in-gone-place", in_gone_place}, {"chroot", changed_root},
    {"mounted", mounted}, {"own-network", own_network}, {"own-descriptors", own_descriptors},
    {"swapped-address", swapped_address}, {"swapped-descriptor", swapped_descriptor}, {"swapped-by-process", swapped_by_process},
};
int main(int argc, char **argv) {
  (void)argc;
  return GO(ways, argv);
}
