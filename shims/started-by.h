/* The path by which this process was started, as the starter wrote it: argv[0] can be anything, this cannot. */
#ifndef GUARD_STARTED_BY_H
#define GUARD_STARTED_BY_H

#include "path-text.h"

/* NULL: the system does not tell. `room` is used where the system wants a buffer. */
const char *find_started_by(char room[PATH_ROOM]);

#endif
