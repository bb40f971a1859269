/*
 * The program that must not run. It leaves a mark that nothing else makes: a line in a file whose name the test writes over
 * the placeholder below. With the argument `quiet` it leaves none.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static volatile char mark[256] = "GUARD-EVASION-MARK";

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "quiet") == 0) return 0;
  int fd = open((const char *)mark, O_CREAT | O_WRONLY | O_APPEND, 0666);
  if (fd < 0 || write(fd, "ran\n", 4) != 4) { /* the word on stdout tells it too */ }
  return write(1, "CANARY RAN\n", 11) == 11 ? 42 : 43;
}
