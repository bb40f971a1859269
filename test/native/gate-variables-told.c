/* Reads settings, one in a line, and writes those that the gate would tell the daemon. */
#include "gate-variables.h"

#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (variable_brings_code(line) && !variable_is_own(line)) puts(line);
  }
  return 0;
}
