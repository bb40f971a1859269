#include "gate-memory.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "gate-processor.h"

enum { PIECE = 8192 };

/* A part of it, as it is handed to who does it aside. */
struct piece {
  pid_t pid;
  uint64_t place;
  size_t length;
  bool done;
  unsigned char bytes[PIECE];
};

static void read_piece(void *state) {
  struct piece *piece = state;
  struct iovec here = {.iov_base = piece->bytes, .iov_len = piece->length};
  struct iovec there = {.iov_base = (void *)(uintptr_t)piece->place, .iov_len = piece->length};
  piece->done = process_vm_readv(piece->pid, &here, 1, &there, 1, 0) == (ssize_t)piece->length;
}

/* Unlike process_vm_writev this may write to pages that the program itself may only read, but not on every kernel. */
static void write_piece(void *state) {
  struct piece *piece = state;
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/mem", (long)piece->pid);
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  piece->done = pwrite(fd, piece->bytes, piece->length, (off_t)piece->place) == (ssize_t)piece->length;
  close(fd);
}

static bool do_aside(struct aside *aside, void (*job)(void *state), struct piece *piece) {
  piece->done = false;
  return aside_do(aside, ASIDE_NEEDED, job, piece, offsetof(struct piece, bytes) + piece->length);
}

/* Where the other way is closed to all but the tracer. Word by word. */
static bool poke(const struct piece *piece) {
  for (size_t at = 0; at < piece->length; at += sizeof(long)) {
    long word = 0;
    memcpy(&word, piece->bytes + at, piece->length - at < sizeof word ? piece->length - at : sizeof word);
    if (ptrace(PTRACE_POKETEXT, piece->pid, piece->place + at, word) != 0) return false;
  }
  return true;
}

static size_t next_length(size_t length, size_t at) { return length - at < PIECE ? length - at : PIECE; }

bool memory_write(struct aside *aside, pid_t pid, uint64_t to, const void *bytes, size_t length) {
  struct piece piece = {.pid = pid};
  for (size_t at = 0; at < length; at += piece.length) {
    piece.place = to + at;
    piece.length = next_length(length, at);
    memcpy(piece.bytes, (const char *)bytes + at, piece.length);
    if (!do_aside(aside, write_piece, &piece) || (!piece.done && !poke(&piece))) return false;
  }
  return true;
}

bool memory_read(struct aside *aside, pid_t pid, uint64_t from, void *bytes, size_t length) {
  struct piece piece = {.pid = pid};
  for (size_t at = 0; at < length; at += piece.length) {
    piece.place = from + at;
    piece.length = next_length(length, at);
    if (!do_aside(aside, read_piece, &piece) || !piece.done) return false;
    memcpy((char *)bytes + at, piece.bytes, piece.length);
  }
  return true;
}

bool registers_read(pid_t pid, struct user_regs_struct *registers) {
  struct iovec all = {.iov_base = registers, .iov_len = sizeof *registers};
  return ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &all) == 0 && all.iov_len == sizeof *registers;
}

bool registers_write(pid_t pid, struct user_regs_struct registers) {
  struct iovec all = {.iov_base = &registers, .iov_len = sizeof registers};
  return processor_forget_call(pid, &registers) && ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &all) == 0;
}
