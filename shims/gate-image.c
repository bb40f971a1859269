/* A new program's first instructions, replaced and put back. */
#include "gate-image.h"

#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>

#include "gate-memory.h"
#include "gate-processor.h"

bool image_keep(struct aside *aside, struct image *image, pid_t pid) {
  return registers_read(pid, &image->registers) &&
         memory_read(aside, pid, processor_place(&image->registers), image->code, sizeof image->code);
}

bool image_park(struct aside *aside, const struct image *image, pid_t pid) {
  unsigned char code[IMAGE_CODE_BYTES];
  processor_waiting_code(code);
  return memory_write(aside, pid, processor_place(&image->registers), code, sizeof code);
}

bool image_put_back(struct aside *aside, const struct image *image, pid_t pid) {
  return memory_write(aside, pid, processor_place(&image->registers), image->code, sizeof image->code) &&
         registers_write(pid, image->registers);
}

/* A reader of its stderr that is gone must not change the exit status. */
static bool block_sigpipe(pid_t pid) {
  uint64_t blocked;
  if (ptrace(PTRACE_GETSIGMASK, pid, sizeof blocked, &blocked) != 0) return false;
  blocked |= (uint64_t)1 << (SIGPIPE - 1);
  return ptrace(PTRACE_SETSIGMASK, pid, sizeof blocked, &blocked) == 0;
}

bool image_replace(struct aside *aside, const struct image *image, pid_t pid, const char *text, int status) {
  unsigned char code[IMAGE_CODE_BYTES];
  struct user_regs_struct registers = image->registers;
  size_t length = strlen(text);
  /* The kernel gives a new program more stack than this. */
  uint64_t room = (processor_stack(&registers) - length - 256) & ~(uint64_t)15;
  processor_ending_code(code);
  processor_set_words(&registers, room, length, (uint64_t)status);
  return memory_write(aside, pid, room, text, length) &&
         memory_write(aside, pid, processor_place(&registers), code, sizeof code) && block_sigpipe(pid) &&
         registers_write(pid, registers);
}
