/* Starts a program COUNT times, LANES at once, each by vfork and exec; prints the median microseconds of one start. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void run_lane(char **argv, double *took, int count) {
  for (int at = 0; at < count; at++) {
    double start = now_us();
    pid_t pid;
    int status = 1;
    if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environ) != 0 || waitpid(pid, &status, 0) != pid || status != 0) _exit(1);
    took[at] = now_us() - start;
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int count = atoi(argv[1]), lanes = atoi(argv[2]), pipes[2];
  if (pipe(pipes) != 0) return 1;
  for (int lane = 0; lane < lanes; lane++) {
    if (fork() != 0) continue;
    double *took = malloc(sizeof *took * (size_t)count);
    run_lane(argv + 3, took, count);
    for (int at = 0; at < count; at++)
      if (write(pipes[1], &took[at], sizeof *took) < 0) _exit(1);
    _exit(0);
  }
  close(pipes[1]);
  size_t total = (size_t)count * (size_t)lanes, have = 0;
  double *all = malloc(sizeof *all * total);
  while (have < total && read(pipes[0], &all[have], sizeof *all) == sizeof *all) have++;
  if (have < total) return 1;
  qsort(all, total, sizeof *all, by_size);
  printf("%.1f\n", all[total / 2]);
  return 0;
}
