/* Where this session's daemon listens. */
#ifndef GUARD_FIND_SOCKET_H
#define GUARD_FIND_SOCKET_H

#include "path-text.h"

/* Beside the file that was started, or one folder up (by text: `shims` is a link); else $GUARD_AGENT_SOCKET; else
   false. */
bool find_socket(const char *started_by, char socket_path[PATH_ROOM]);

#endif
