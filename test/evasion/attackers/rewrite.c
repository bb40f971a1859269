/*
 * rewrite WAY PROGRAM [OTHER]: starts `PROGRAM quiet`, and when it is there and sleeps in guard's loop, writes `LOUD!` over its
 * argument (call, file), or instructions that exec OTHER (again), or only begin to (announce), over the loop, from outside.
 */
#include "attack.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

static int is_program(pid_t pid, const char *program) {
  char path[64], now[4096];
  snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
  ssize_t length = readlink(path, now, sizeof now - 1);
  if (length < 0) return -1;
  now[length] = '\0';
  return strcmp(now, program) == 0;
}

/* What stands at its exec stop is in state t; 0: it is gone. */
static char state_of(pid_t pid) {
  char path[64], text[2048];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open(path, O_RDONLY);
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got <= 0) return 0;
  text[got] = '\0';
  char *at = strrchr(text, ')');
  return at == NULL || at[1] == '\0' ? 0 : at[2];
}

static int stands_still(pid_t pid) {
  char state = state_of(pid);
  return state == 'S' || state == 'T' || state == 't';
}

/* Until the program is there and sleeps, in the only place where it can: guard's loop. */
static void wait_parked(pid_t pid, const char *program) {
  for (int is; (is = is_program(pid, program)) >= 0; usleep(1000))
    if (is == 1 && state_of(pid) == 'S') return;
}

static pid_t begin(char **argv) {
  pid_t child = fork();
  if (child == 0) _exit(tell("execve", execl(argv[0], argv[0], "quiet", (char *)NULL)));
  wait_parked(child, argv[0]);
  return child;
}

/* Where /proc tells that the arguments stand (field 48 of stat); none: the exec has not been yet. */
static uintptr_t find_argument(pid_t pid, const char *program) {
  char path[64], text[2048], *at;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open(path, O_RDONLY);
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got <= 0) return 0;
  text[got] = '\0';
  at = strrchr(text, ')');
  for (int field = 2; at != NULL && field < 48; field++) at = strchr(at + 1, ' ');
  return at == NULL ? 0 : strtoull(at, NULL, 10) + strlen(program) + 1;
}

static int finish(pid_t child) {
  int status;
  waitpid(child, &status, 0);
  printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}

static int by_call(char **argv) {
  pid_t child = begin(argv);
  struct iovec here = {.iov_base = "LOUD!", .iov_len = 6};
  struct iovec there = {.iov_base = (void *)find_argument(child, argv[0]), .iov_len = 6};
  tell("vm write", syscall(SYS_process_vm_writev, child, &here, 1, &there, 1, 0));
  return finish(child);
}

static int by_file(char **argv) {
  char path[64];
  pid_t child = begin(argv);
  snprintf(path, sizeof path, "/proc/%d/mem", (int)child);
  int fd = open(path, O_RDWR);
  tell("memory", fd < 0 ? -1 : pwrite(fd, "LOUD!", 6, (off_t)find_argument(child, argv[0])));
  return finish(child);
}

/*
 * The same, and eight bytes of the environment are chosen so that a plain checksum of all words stays what it was: whoever
 * starts a program knows what its words are. Each step can be undone: ((sum ^ word) * odd), then its high bits over the low.
 */
enum { SHIFT = 29 };
static const uint64_t FACTOR = 0x9e3779b97f4a7c15u;

static uint64_t step(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * FACTOR;
  return sum ^ sum >> SHIFT;
}

static uint64_t word_between(uint64_t before, uint64_t after) {
  uint64_t inverse = 1, product = after;
  for (int at = 0; at < 6; at++) inverse *= 2 - FACTOR * inverse;
  for (int at = 0; at < 64 / SHIFT; at++) product = after ^ product >> SHIFT;
  return (product * inverse) ^ before;
}

static int by_checksum(char **argv) {
  enum { SPARE = 64 };
  char path[64], variable[SPARE], words[4096];
  memset(variable, 'x', sizeof variable);
  memcpy(variable, "SPARE=", 6);
  variable[SPARE - 1] = '\0';
  pid_t child = fork();
  if (child == 0)
    _exit(tell("execve", execve(argv[0], (char *[]){argv[0], "quiet", NULL}, (char *[]){variable, NULL})));
  wait_parked(child, argv[0]);
  uintptr_t argument = find_argument(child, argv[0]), first = argument - strlen(argv[0]) - 1;
  size_t place = argument - first, spare = ((place + 6 + 6 + 8) + 7) / 8 * 8;
  snprintf(path, sizeof path, "/proc/%d/mem", (int)child);
  int fd = open(path, O_RDWR);
  if (fd < 0 || pread(fd, words, spare + 8, (off_t)first) < 0) return tell("memory", -1) + finish(child);
  char after[4096];
  memcpy(after, words, spare + 8);
  memcpy(after + place, "LOUD!", 6);
  /* argv, the environment, and the name by which it was started. */
  size_t length = place + sizeof "quiet" + SPARE + strlen(argv[0]) + 1;
  uint64_t was = 0xcbf29ce484222325u ^ length, is = was, word;
  for (size_t at = 0; at < spare; at += 8) {
    memcpy(&word, words + at, 8);
    was = step(was, word);
    memcpy(&word, after + at, 8);
    is = step(is, word);
  }
  memcpy(&word, words + spare, 8);
  word = word_between(is, step(was, word));
  memcpy(after + spare, &word, 8);
  tell("memory", pwrite(fd, after, spare + 8, (off_t)first));
  return finish(child);
}

#ifdef __x86_64__
/* Behind the call in which it sleeps: the number of pause comes first, the place last. */
static uintptr_t find_place(pid_t pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/syscall", (int)pid);
  for (;; usleep(1000)) {
    int fd = open(path, O_RDONLY);
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    if (got <= 0) return 0;
    text[got] = '\0';
    if (strncmp(text, "34 ", 3) == 0) return strtoull(strrchr(text, ' ') + 1, NULL, 16);
  }
}

/* A stop ends the sleeping call, which is begun again; the second signal takes back a first one that has not been heard yet. */
static void wake(pid_t child) {
  kill(child, SIGSTOP);
  usleep(5000);
  kill(child, SIGCONT);
  usleep(5000);
}

/* Over the two bytes of the call in which it sleeps: code, and the name that it knows behind itself. */
static int put_code(pid_t child, const unsigned char *code, size_t length, const char *name) {
  char path[64];
  unsigned char text[512];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)child);
  int fd = open(path, O_RDWR);
  uintptr_t place = find_place(child);
  memcpy(text, code, length);
  strcpy((char *)text + length, name);
  return tell("memory", fd < 0 ? -1 : pwrite(fd, text, length + strlen(name) + 1, (off_t)place - 2));
}

enum { ROUNDS = 500 };

/* What waits is made to exec the program itself: the gate has kept what another image began with. */
static int again(char **argv) {
  static const unsigned char code[] = {
      0x48, 0x8d, 0x3d, 0x1d, 0, 0, 0, /* lea name(%rip), %rdi */
      0x48, 0x31, 0xd2,                /* xor %rdx, %rdx */
      0x52,                            /* push %rdx */
      0x57,                            /* push %rdi */
      0x48, 0x89, 0xe6,                /* mov %rsp, %rsi */
      0xb8, 59,   0, 0, 0,             /* mov $execve, %eax */
      0x0f, 0x05,                      /* syscall */
      0xbf, 99,   0, 0, 0,             /* mov $99, %edi */
      0xb8, 231,  0, 0, 0,             /* mov $exit_group, %eax */
      0x0f, 0x05, 0x90, 0x90,          /* syscall */
  };
  pid_t child = begin(argv);
  if (put_code(child, code, sizeof code, argv[1]) != 0) return finish(child);
  for (int time = 0; time < ROUNDS && is_program(child, argv[0]) == 1; time++) wake(child);
  return finish(child);
}

/* An execve that fails: the kernel cannot read this environment. Then it runs on the spot. */
static int announce(char **argv) {
  static const unsigned char code[] = {
      0x48, 0x8d, 0x3d, 0x16, 0, 0, 0, /* lea name(%rip), %rdi */
      0x48, 0x31, 0xd2,                /* xor %rdx, %rdx */
      0x52,                            /* push %rdx */
      0x57,                            /* push %rdi */
      0x48, 0x89, 0xe6,                /* mov %rsp, %rsi */
      0xba, 1,    0, 0, 0,             /* mov $1, %edx */
      0xb8, 59,   0, 0, 0,             /* mov $execve, %eax */
      0x0f, 0x05,                      /* syscall */
      0xeb, 0xfe,                      /* jmp to itself */
  };
  pid_t child = begin(argv);
  if (put_code(child, code, sizeof code, argv[1]) != 0) return finish(child);
  for (int time = 0; time < ROUNDS && stands_still(child); time++) wake(child);
  return finish(child);
}
#endif

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  static const struct way ways[] = {
      {"call", by_call},
      {"file", by_file},
      {"checksum", by_checksum},
#ifdef __x86_64__
      {"again", again},
      {"announce", announce},
#endif
  };
  return GO(ways, argv);
}
