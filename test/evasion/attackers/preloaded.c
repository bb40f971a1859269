/* A library that must not be loaded into a program that was judged without it: its mark is the canary's. */
#include <fcntl.h>
#include <unistd.h>

static volatile char mark[256] = "GUARD-EVASION-MARK";

__attribute__((constructor)) static void run(void) {
  int fd = open((const char *)mark, O_CREAT | O_WRONLY | O_APPEND, 0666);
  if (fd < 0 || write(fd, "ran\n", 4) != 4) { /* the word on stdout tells it too */ }
  if (write(1, "CANARY RAN\n", 11) < 0) _exit(43);
}
