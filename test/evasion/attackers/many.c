/* many COUNT PROGRAM: starts the program that often, all at once, and waits for all of them. */
#include "attack.h"

#include <sys/wait.h>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  for (int left = atoi(argv[1]); left > 0; left--)
    if (fork() == 0) _exit(tell("execve", execl(argv[2], argv[2], (char *)NULL)));
  while (wait(NULL) > 0) {}
  return 0;
}
