/*
 * guard-ask: asks this session's daemon and tells the answer by its exit status; under any other name it is a shim that
 * asks and then becomes the program of that name. It decides nothing, keeps nothing, and every way that does not end
 * in a whole "allow" from the daemon ends in a deny. It must never run anything that was not allowed.
 */
#include <string.h>

#include "ask-for-shell.h"
#include "path-text.h"
#include "put-question.h"
#include "shim.h"
#include "started-by.h"

int main(int argc, char *argv[]) {
  char room[PATH_ROOM];
  const char *started_by = find_started_by(room);
  if (started_by == NULL) return deny_without_session();
  if (strcmp(last_part(started_by), "guard-ask") == 0) return ask_for_shell(argc, argv, started_by);
  return run_as_shim(argc, argv, started_by);
}
