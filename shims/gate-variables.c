/*
 * Variables that make a program load or run other code than its own, or a shell read other start-up files.
 * The user's own are what the seat was started with: the same settings are nothing new.
 */
#include "gate.h"

#include <stdlib.h>
#include <string.h>

/* Up to the sign where there is one, else all names that begin so. */
static const char *const NAMES[] = {
    "LD_",         "GCONV_PATH=",    "BASH_ENV=",     "BASH_FUNC_",     "ENV=",          "SHELLOPTS=",       "PS4=",
    "HOME=",       "ZDOTDIR=",       "XDG_CONFIG_HOME=", "XDG_DATA_DIRS=", "XDG_DATA_HOME=", "fish_function_path=", "FPATH=", "MODULE_PATH=", "NODE_OPTIONS=", "PYTHONPATH=",   "PYTHONHOME=",      "PYTHONSTARTUP=",
    "PYTHONUSERBASE=", "PERL5OPT=",  "PERL5LIB=",  "PERLLIB=",     "RUBYOPT=",       "RUBYLIB=",      "LUA_INIT=",        "JAVA_TOOL_OPTIONS=",
    "_JAVA_OPTIONS=", "JDK_JAVA_OPTIONS=", "MAKEFILES=", "OPENSSL_CONF=", "GIT_SSH_COMMAND=", "GIT_EXTERNAL_DIFF=", "GIT_EXEC_PATH=",
};

bool variable_brings_code(const char *setting) {
  for (size_t at = 0; at < sizeof NAMES / sizeof *NAMES; at++)
    if (setting[0] == NAMES[at][0] && strncmp(setting, NAMES[at], strlen(NAMES[at])) == 0) return true;
  return false;
}

bool variable_is_own(const char *setting) {
  enum { MOST_NAME = 128 };
  char name[MOST_NAME];
  size_t length = strcspn(setting, "=");
  if (length >= sizeof name || setting[length] != '=') return false;
  memcpy(name, setting, length);
  name[length] = '\0';
  const char *own = getenv(name);
  return own != NULL && strcmp(own, setting + length + 1) == 0;
}
