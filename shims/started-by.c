#include "started-by.h"

#ifdef __APPLE__

#include <mach-o/dyld.h>
#include <stdint.h>

/* Not resolved: a link stays a link, which is what is needed here. */
const char *find_started_by(char room[PATH_ROOM]) {
  uint32_t size = PATH_ROOM;
  return _NSGetExecutablePath(room, &size) == 0 ? room : NULL;
}

#else

#include <stddef.h>
#include <sys/auxv.h>

const char *find_started_by(char room[PATH_ROOM]) {
  (void)room;
  const char *path = (const char *)getauxval(AT_EXECFN);
  return path != NULL && path[0] != '\0' ? path : NULL;
}

#endif
