/* Runs one of the two pieces of code that the gate puts into a program, as that program would: `ending` or `waiting`. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gate-processor.h"

static void *map(const unsigned char code[IMAGE_CODE_BYTES]) {
  void *place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(place, code, IMAGE_CODE_BYTES);
  __builtin___clear_cache((char *)place, (char *)place + IMAGE_CODE_BYTES);
  mprotect(place, 4096, PROT_READ | PROT_EXEC);
  return place;
}

/* With the words in the registers in which processor_set_words puts them. */
static void jump(void *place, const struct user_regs_struct *registers) {
#if defined(__x86_64__)
  register unsigned long status __asm__("r12") = registers->r12;
  __asm__ volatile("jmp *%0" ::"a"(place), "D"(registers->rdi), "S"(registers->rsi), "d"(registers->rdx), "r"(status));
#elif defined(__aarch64__)
  register unsigned long first __asm__("x0") = registers->regs[0];
  register unsigned long second __asm__("x1") = registers->regs[1];
  register unsigned long third __asm__("x2") = registers->regs[2];
  register unsigned long status __asm__("x19") = registers->regs[19];
  __asm__ volatile("br %0" ::"r"(place), "r"(first), "r"(second), "r"(third), "r"(status));
#endif
}

int main(int argc, char **argv) {
  unsigned char code[IMAGE_CODE_BYTES];
  struct user_regs_struct registers;
  const char text[] = "guard: denied: as the gate would say it\n";
  memset(&registers, 0, sizeof registers);
  if (argc == 2 && strcmp(argv[1], "ending") == 0) processor_ending_code(code);
  else if (write(1, "waits\n", 6) == 6) processor_waiting_code(code);
  processor_set_words(&registers, (uint64_t)(uintptr_t)text, sizeof text - 1, 126);
  jump(map(code), &registers);
  return 1;
}
