/*
 * For guard's own node processes: loaded, it takes them out of reach of other processes of the same user. What lies in
 * /proc/PID (memory, files, variables, the score for being killed first) belongs to root from then on, whatever kernel.
 * No libc: node may have another one than the compiler.
 */
#include <asm/unistd.h>

enum { SET_DUMPABLE = 4, HIDDEN = 0, SEEN = 1, THIS_FOLDER = -100, NOT_ALLOWED = -13 };

static long call(long number, long first, long second, long third) {
#if defined(__x86_64__)
  long result;
  register long fourth __asm__("r10") = 0;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third), "r"(fourth) : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = first, x1 __asm__("x1") = second, x2 __asm__("x2") = third, x3 __asm__("x3") = 0;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
#else
#error "hide.c knows x86-64 and arm64"
#endif
}

/* Before 5.14 a hidden process may not read its own fdinfo, and the daemon needs that: it stays seen there. */
__attribute__((constructor)) static void hide(void) {
  call(__NR_prctl, SET_DUMPABLE, HIDDEN, 0);
  long own = call(__NR_openat, THIS_FOLDER, (long)"/proc/self/fdinfo/0", 0);
  if (own >= 0) call(__NR_close, own, 0, 0);
  if (own == NOT_ALLOWED) call(__NR_prctl, SET_DUMPABLE, SEEN, 0);
}

/* What node looks for in a module: this one gives nothing. */
__attribute__((visibility("default"))) void *napi_register_module_v1(void *environment, void *exports);
void *napi_register_module_v1(void *environment, void *exports) {
  (void)environment;
  return exports;
}
