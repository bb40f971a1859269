/*
 * For guard's record: a line that is added to the copy in one step, as seen by every other writer, and the lock for it. Node has
 * no function for locks. Loaded by src/audit/line-lock.ts. Nothing here waits, and what fails leaves the file as it was.
 * No libc: node may have another one than the compiler.
 */
#include <asm/unistd.h>
#include <linux/stat.h>

#include "bare-call.h"
#include "node-module.h"

enum { LOCK = 2, NOT_WAITING = 4, UNLOCK = 8, THIS_FOLDER = -100, OF_DESCRIPTOR = 0x1000, NO_LINK = 0x100 };
enum { BUSY = -11, FULL = -28, WRITTEN = 0, MOVED = 1 };
enum { LOOKED_AT = STATX_SIZE | STATX_INO };

static long try_lock(int fd) {
  return bare_call(__NR_flock, fd, LOCK | NOT_WAITING, 0, 0, 0);
}

static void unlock(int fd) {
  bare_call(__NR_flock, fd, UNLOCK, 0, 0, 0);
}

/* Whether the file ends at END, and PATH still leads to it: nobody else has added to it, moved or replaced it. */
static int is_as_it_was(int fd, const char *path, uint64_t end) {
  struct statx open = {0}, named = {0};
  if (bare_call(__NR_statx, fd, (long)"", OF_DESCRIPTOR, LOOKED_AT, (long)&open) != 0) return 0;
  if (bare_call(__NR_statx, THIS_FOLDER, (long)path, NO_LINK, LOOKED_AT, (long)&named) != 0) return 0;
  return open.stx_size == end && open.stx_ino == named.stx_ino && open.stx_dev_major == named.stx_dev_major &&
         open.stx_dev_minor == named.stx_dev_minor;
}

/* All of it, or the file as it was. */
static long add(int fd, uint64_t end, const void *bytes, size_t length) {
  long written = bare_call(__NR_write, fd, (long)bytes, (long)length, 0, 0);
  if (written == (long)length) return WRITTEN;
  bare_call(__NR_ftruncate, fd, (long)end, 0, 0, 0);
  return written < 0 ? written : FULL;
}

/* (descriptor, path with its NUL, end, bytes): WRITTEN there; MOVED, or locked by another, and nothing is written; or a negative errno. */
static napi_value add_at(napi_env env, napi_info info) {
  napi_value given[4];
  size_t count = 4, path_length = 0, length = 0;
  int32_t fd = -1;
  int64_t end = -1;
  void *path = NULL, *bytes = NULL;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != 0 || count != 4 || napi_get_value_int32(env, given[0], &fd) != 0 ||
      napi_get_buffer_info(env, given[1], &path, &path_length) != 0 || napi_get_value_int64(env, given[2], &end) != 0 ||
      napi_get_buffer_info(env, given[3], &bytes, &length) != 0)
    return give(env, INVALID);
  if (path_length == 0 || ((const char *)path)[path_length - 1] != '\0' || end < 0 || length == 0) return give(env, INVALID);
  long result = try_lock(fd);
  if (result != 0) return give(env, result == BUSY ? MOVED : result);
  result = is_as_it_was(fd, path, (uint64_t)end) ? add(fd, (uint64_t)end, bytes, length) : MOVED;
  unlock(fd);
  return give(env, result);
}

static int take_descriptor(napi_env env, napi_info info, int32_t *fd) {
  napi_value given[1];
  size_t count = 1;
  return napi_get_cb_info(env, info, &count, given, NULL, NULL) == 0 && count == 1 && napi_get_value_int32(env, given[0], fd) == 0;
}

/* (descriptor): 0, or a negative errno; EAGAIN where another has it. */
static napi_value lock_file(napi_env env, napi_info info) {
  int32_t fd = -1;
  return give(env, take_descriptor(env, info, &fd) ? try_lock(fd) : INVALID);
}

static napi_value unlock_file(napi_env env, napi_info info) {
  int32_t fd = -1;
  if (!take_descriptor(env, info, &fd)) return give(env, INVALID);
  unlock(fd);
  return give(env, 0);
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  offer(env, exports, "addAt", add_at);
  offer(env, exports, "lock", lock_file);
  offer(env, exports, "unlock", unlock_file);
  return exports;
}
