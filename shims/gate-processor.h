/* What differs between processors: where things are in the registers, and two small pieces of code. */
#ifndef GUARD_GATE_PROCESSOR_H
#define GUARD_GATE_PROCESSOR_H

#include "gate-image.h"

uint64_t processor_place(const struct user_regs_struct *registers);
uint64_t processor_stack(const struct user_regs_struct *registers);

/* A call that was interrupted must not be begun again with the registers that are about to be set. */
bool processor_forget_call(pid_t pid, struct user_regs_struct *registers);

/* For ever: wait for a signal. */
void processor_waiting_code(unsigned char code[IMAGE_CODE_BYTES]);

/* write(2, text, length); exit_group(status), with the words that stand in the registers. */
void processor_ending_code(unsigned char code[IMAGE_CODE_BYTES]);
void processor_set_words(struct user_regs_struct *registers, uint64_t text, uint64_t length, uint64_t status);

/* Behind a call: what it gave. */
int64_t processor_result(const struct user_regs_struct *registers);
void processor_set_result(struct user_regs_struct *registers, int64_t result);
/* Behind an execve: it is called again, with these and the same variables. */
void processor_exec_again(struct user_regs_struct *registers, uint64_t file, uint64_t argv);

#endif
