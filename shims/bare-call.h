/* A system call without libc, for what node loads. */
#ifndef GUARD_BARE_CALL_H
#define GUARD_BARE_CALL_H

static inline long bare_call(long number, long first, long second, long third, long fourth, long fifth) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = fourth;
  register long r8 __asm__("r8") = fifth;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = first, x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third, x3 __asm__("x3") = fourth, x4 __asm__("x4") = fifth;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
  return x0;
#else
#error "bare-call.h knows x86-64 and arm64"
#endif
}

#endif
