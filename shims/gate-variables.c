/* Variables that make a program load or run other code than its own. test/gate compares them with policy/variables.yaml. */
#include "gate.h"

#include <string.h>

static const char *const NAMES[] = {
    "LD_PRELOAD=",    "LD_AUDIT=",      "LD_LIBRARY_PATH=", "GCONV_PATH=", "BASH_ENV=",
    "ENV=",           "NODE_OPTIONS=",  "PYTHONPATH=",      "PYTHONHOME=", "PYTHONSTARTUP=",
    "PERL5OPT=",      "PERL5LIB=",      "RUBYOPT=",         "RUBYLIB=",    "JAVA_TOOL_OPTIONS=",
    "GIT_SSH_COMMAND=", "GIT_EXTERNAL_DIFF=", "GIT_EXEC_PATH=",
};

bool variable_brings_code(const char *setting) {
  for (size_t at = 0; at < sizeof NAMES / sizeof *NAMES; at++)
    if (setting[0] == NAMES[at][0] && strncmp(setting, NAMES[at], strlen(NAMES[at])) == 0) return true;
  return false;
}
