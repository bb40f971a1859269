#include "gate-processor.h"

#include <elf.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#if defined(__x86_64__)

uint64_t processor_place(const struct user_regs_struct *registers) { return registers->rip; }
uint64_t processor_stack(const struct user_regs_struct *registers) { return registers->rsp; }

bool processor_forget_call(pid_t pid, struct user_regs_struct *registers) {
  (void)pid;
  registers->orig_rax = (unsigned long long)-1;
  return true;
}

void processor_waiting_code(unsigned char code[IMAGE_CODE_BYTES]) {
  static const unsigned char loop[] = {
      0xb8, 34,   0, 0, 0, /* mov $pause, %eax */
      0x0f, 0x05,          /* syscall */
      0xeb, 0xf7,          /* jmp back to the beginning */
  };
  memset(code, 0xcc, IMAGE_CODE_BYTES);
  memcpy(code, loop, sizeof loop);
}

void processor_ending_code(unsigned char code[IMAGE_CODE_BYTES]) {
  static const unsigned char ending[] = {
      0xb8, 1,    0, 0, 0, /* mov $write, %eax */
      0x0f, 0x05,          /* syscall: %rdi, %rsi, %rdx are set */
      0x44, 0x89, 0xe7,    /* mov %r12d, %edi */
      0xb8, 231,  0, 0, 0, /* mov $exit_group, %eax */
      0x0f, 0x05,          /* syscall */
  };
  memset(code, 0xcc, IMAGE_CODE_BYTES);
  memcpy(code, ending, sizeof ending);
}

void processor_set_words(struct user_regs_struct *registers, uint64_t text, uint64_t length, uint64_t status) {
  registers->rdi = 2;
  registers->rsi = text;
  registers->rdx = length;
  registers->r12 = status;
}

int64_t processor_result(const struct user_regs_struct *registers) { return (int64_t)registers->rax; }
void processor_set_result(struct user_regs_struct *registers, int64_t result) { registers->rax = (uint64_t)result; }

void processor_exec_again(struct user_regs_struct *registers, uint64_t file, uint64_t argv) {
  enum { CALL_BYTES = 2 };
  registers->rip -= CALL_BYTES;
  registers->rax = __NR_execve;
  registers->rdi = file;
  registers->rsi = argv;
}

#elif defined(__aarch64__)

#ifndef NT_ARM_SYSTEM_CALL
#define NT_ARM_SYSTEM_CALL 0x404
#endif

uint64_t processor_place(const struct user_regs_struct *registers) { return registers->pc; }
uint64_t processor_stack(const struct user_regs_struct *registers) { return registers->sp; }

bool processor_forget_call(pid_t pid, struct user_regs_struct *registers) {
  (void)registers;
  int none = -1;
  struct iovec call = {.iov_base = &none, .iov_len = sizeof none};
  return ptrace(PTRACE_SETREGSET, pid, NT_ARM_SYSTEM_CALL, &call) == 0;
}

static void put_instructions(unsigned char code[IMAGE_CODE_BYTES], const uint32_t *instructions, size_t count) {
  enum { BREAK = 0xd4200000 };
  for (size_t at = 0; at < IMAGE_CODE_BYTES / 4; at++) {
    uint32_t word = at < count ? instructions[at] : (uint32_t)BREAK;
    memcpy(code + 4 * at, &word, sizeof word);
  }
}

void processor_waiting_code(unsigned char code[IMAGE_CODE_BYTES]) {
  static const uint32_t loop[] = {
      0xd2800000, /* mov x0, #0 */
      0xd2800001, /* mov x1, #0 */
      0xd2800002, /* mov x2, #0 */
      0xd2800003, /* mov x3, #0 */
      0xd2800928, /* mov x8, #73: ppoll */
      0xd4000001, /* svc #0 */
      0x17fffffa, /* b back to the beginning */
  };
  put_instructions(code, loop, sizeof loop / sizeof *loop);
}

void processor_ending_code(unsigned char code[IMAGE_CODE_BYTES]) {
  static const uint32_t ending[] = {
      0xd2800808, /* mov x8, #64: write; x0, x1, x2 are set */
      0xd4000001, /* svc #0 */
      0xaa1303e0, /* mov x0, x19 */
      0xd2800bc8, /* mov x8, #94: exit_group */
      0xd4000001, /* svc #0 */
  };
  put_instructions(code, ending, sizeof ending / sizeof *ending);
}

void processor_set_words(struct user_regs_struct *registers, uint64_t text, uint64_t length, uint64_t status) {
  registers->regs[0] = 2;
  registers->regs[1] = text;
  registers->regs[2] = length;
  registers->regs[19] = status;
}

int64_t processor_result(const struct user_regs_struct *registers) { return (int64_t)registers->regs[0]; }
void processor_set_result(struct user_regs_struct *registers, int64_t result) { registers->regs[0] = (uint64_t)result; }

void processor_exec_again(struct user_regs_struct *registers, uint64_t file, uint64_t argv) {
  enum { CALL_BYTES = 4 };
  registers->pc -= CALL_BYTES;
  registers->regs[8] = __NR_execve;
  registers->regs[0] = file;
  registers->regs[1] = argv;
}

#endif
