/*
 * flip argument|path COUNT PROGRAM OTHER: a thread changes the argument, or the path, while others exec it. The memory is
 * shared, so what the kernel copies is whatever stands there at that moment.
 * argument: PROGRAM is started with `quiet` or `LOUD!`. path: PROGRAM or OTHER is started; both names are of one length.
 */
#include "attack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

static char *shared;
static const char *faces[2];
static atomic_bool over;

static void *turn(void *none) {
  size_t length = strlen(faces[0]);
  for (unsigned at = 0; !atomic_load(&over); at++) {
    memcpy(shared, faces[at % 2], length);
    for (volatile unsigned wait = 0; wait < (at * 7919) % 4000; wait++) {}
  }
  return none;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int is_path = strcmp(argv[1], "path") == 0;
  faces[0] = is_path ? argv[3] : "quiet";
  faces[1] = is_path ? argv[4] : "LOUD!";
  if (strlen(faces[0]) != strlen(faces[1])) return 2;
  shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  strcpy(shared, faces[0]);
  pthread_t turning;
  pthread_create(&turning, NULL, turn, NULL);
  int ended[3] = {0};
  for (int left = atoi(argv[2]); left > 0; left--) {
    pid_t child = vfork();
    if (child == 0) {
      if (is_path) execl(shared, "true", "LOUD!", (char *)NULL);
      else execl(argv[3], argv[3], shared, (char *)NULL);
      _exit(1);
    }
    int status;
    waitpid(child, &status, 0);
    ended[WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : WIFEXITED(status) && WEXITSTATUS(status) == 126 ? 1 : 2]++;
  }
  atomic_store(&over, 1);
  pthread_join(turning, NULL);
  printf("%d ran, %d denied, %d otherwise\n", ended[0], ended[1], ended[2]);
  return 0;
}
