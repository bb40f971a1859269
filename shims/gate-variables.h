/* Which variables, `NAME=VALUE`, the daemon is told of. */
#ifndef GUARD_GATE_VARIABLES_H
#define GUARD_GATE_VARIABLES_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>

bool variable_brings_code(const char *setting);
/* The agent was started with it. */
bool variable_is_own(const char *setting);

#endif
