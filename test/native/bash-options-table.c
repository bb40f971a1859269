/* Runs shims/bash-options.c for the tests: `table terminal|pipe ARGV0 ARGS...` prints rc or plain. */
#include <stdio.h>
#include <string.h>

#include "bash-options.h"

int main(int argc, char *argv[]) {
  if (argc < 2) return 2;
  enum bash_stdio stdio = strcmp(argv[1], "terminal") == 0 ? BASH_ON_TERMINAL : BASH_ELSEWHERE;
  puts(bash_reads_rc(argc - 2, argv + 2, stdio) ? "rc" : "plain");
  return 0;
}
