#include "gate-memory.h"

#include <elf.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include "gate-processor.h"

/* Word by word: unlike the other ways this may write to pages that the program itself may only read. */
bool memory_write(pid_t pid, uint64_t to, const void *bytes, size_t length) {
  for (size_t at = 0; at < length; at += sizeof(long)) {
    long word = 0;
    memcpy(&word, (const char *)bytes + at, length - at < sizeof word ? length - at : sizeof word);
    if (ptrace(PTRACE_POKETEXT, pid, to + at, word) != 0) return false;
  }
  return true;
}

bool memory_read(pid_t pid, uint64_t from, void *bytes, size_t length) {
  struct iovec here = {.iov_base = bytes, .iov_len = length};
  struct iovec there = {.iov_base = (void *)(uintptr_t)from, .iov_len = length};
  return process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)length;
}

bool registers_read(pid_t pid, struct user_regs_struct *registers) {
  struct iovec all = {.iov_base = registers, .iov_len = sizeof *registers};
  return ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &all) == 0 && all.iov_len == sizeof *registers;
}

bool registers_write(pid_t pid, struct user_regs_struct registers) {
  struct iovec all = {.iov_base = &registers, .iov_len = sizeof registers};
  return processor_forget_call(pid, &registers) && ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &all) == 0;
}
