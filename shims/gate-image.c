/* Common to all processors: memory and registers of a task that stands still. */
#include "gate-image.h"

#include <elf.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include "gate-processor.h"

/* Word by word: unlike the other ways this may write to pages that the program itself may only read. */
static bool write_memory(pid_t pid, uint64_t to, const void *bytes, size_t length) {
  for (size_t at = 0; at < length; at += sizeof(long)) {
    long word = 0;
    memcpy(&word, (const char *)bytes + at, length - at < sizeof word ? length - at : sizeof word);
    if (ptrace(PTRACE_POKETEXT, pid, to + at, word) != 0) return false;
  }
  return true;
}

static bool read_memory(pid_t pid, uint64_t from, void *bytes, size_t length) {
  struct iovec here = {.iov_base = bytes, .iov_len = length};
  struct iovec there = {.iov_base = (void *)(uintptr_t)from, .iov_len = length};
  return process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)length;
}

static bool read_registers(pid_t pid, struct user_regs_struct *registers) {
  struct iovec all = {.iov_base = registers, .iov_len = sizeof *registers};
  return ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &all) == 0 && all.iov_len == sizeof *registers;
}

static bool write_registers(pid_t pid, struct user_regs_struct registers) {
  struct iovec all = {.iov_base = &registers, .iov_len = sizeof registers};
  return processor_forget_call(pid, &registers) && ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &all) == 0;
}

bool image_keep(struct image *image, pid_t pid) {
  return read_registers(pid, &image->registers) &&
         read_memory(pid, processor_place(&image->registers), image->code, sizeof image->code);
}

bool image_park(const struct image *image, pid_t pid) {
  unsigned char code[IMAGE_CODE_BYTES];
  processor_waiting_code(code);
  return write_memory(pid, processor_place(&image->registers), code, sizeof code);
}

bool image_put_back(const struct image *image, pid_t pid) {
  return write_memory(pid, processor_place(&image->registers), image->code, sizeof image->code) &&
         write_registers(pid, image->registers);
}

/* A reader of its stderr that is gone must not change the exit status. */
static bool block_sigpipe(pid_t pid) {
  uint64_t blocked;
  if (ptrace(PTRACE_GETSIGMASK, pid, sizeof blocked, &blocked) != 0) return false;
  blocked |= (uint64_t)1 << (SIGPIPE - 1);
  return ptrace(PTRACE_SETSIGMASK, pid, sizeof blocked, &blocked) == 0;
}

bool image_replace(const struct image *image, pid_t pid, const char *text, int status) {
  unsigned char code[IMAGE_CODE_BYTES];
  struct user_regs_struct registers = image->registers;
  size_t length = strlen(text);
  /* The kernel gives a new program more stack than this. */
  uint64_t room = (processor_stack(&registers) - length - 256) & ~(uint64_t)15;
  processor_ending_code(code);
  processor_set_words(&registers, room, length, (uint64_t)status);
  return write_memory(pid, room, text, length) &&
         write_memory(pid, processor_place(&registers), code, sizeof code) && block_sigpipe(pid) &&
         write_registers(pid, registers);
}
