/*
 * For guard's own node processes: loaded, it takes them out of reach of other processes of the same user. What lies in
 * /proc/PID (memory, files, variables, the score for being killed first) belongs to root from then on, whatever kernel.
 * No libc: node may have another one than the compiler.
 */
#include <asm/unistd.h>

#include "bare-call.h"

enum { SET_DUMPABLE = 4, HIDDEN = 0, SEEN = 1, THIS_FOLDER = -100, NOT_ALLOWED = -13 };

/* Before 5.14 a hidden process may not read its own fdinfo, and the daemon needs that: it stays seen there. */
__attribute__((constructor)) static void hide(void) {
  bare_call(__NR_prctl, SET_DUMPABLE, HIDDEN, 0, 0, 0);
  long own = bare_call(__NR_openat, THIS_FOLDER, (long)"/proc/self/fdinfo/0", 0, 0, 0);
  if (own >= 0) bare_call(__NR_close, own, 0, 0, 0, 0);
  if (own == NOT_ALLOWED) bare_call(__NR_prctl, SET_DUMPABLE, SEEN, 0, 0, 0);
}

/* What node looks for in a module: this one gives nothing. */
__attribute__((visibility("default"))) void *napi_register_module_v1(void *environment, void *exports);
void *napi_register_module_v1(void *environment, void *exports) {
  (void)environment;
  return exports;
}
