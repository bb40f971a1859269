/*
 * For guard's record: a line that is chained and added to the copy in one step, as seen by every other writer, and the lock for
 * it. Node has no function for locks, and its hash takes longer than the writing. Loaded by src/audit/line-lock.ts. Nothing here
 * waits, and what fails leaves the file as it was.
 * No libc: node may have another one than the compiler.
 */
#include <asm/unistd.h>
#include <linux/stat.h>

#include "bare-call.h"
#include "node-module.h"
#include "sha256.h"

enum { LOCK = 2, NOT_WAITING = 4, UNLOCK = 8, THIS_FOLDER = -100, OF_DESCRIPTOR = 0x1000, NO_LINK = 0x100 };
enum { BUSY = -11, FULL = -28, MOVED = 0 };
enum { LOOKED_AT = STATX_SIZE | STATX_INO };
/* Of a line, beyond its body: the field's name, 64 digits, and the end. */
enum { FIELD = 9, DIGITS = 2 * SHA256_BYTES, CLOSING = 3, MORE = FIELD + DIGITS + CLOSING - 1 };

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
  if (written == (long)length) return written;
  bare_call(__NR_ftruncate, fd, (long)end, 0, 0, 0);
  return written < 0 ? written : FULL;
}

static uint8_t *put(uint8_t *to, const char *bytes, size_t length) {
  for (size_t at = 0; at < length; at++) *to++ = (uint8_t)bytes[at];
  return to;
}

/* The body without its last bracket, then its hash as the last field: as lineOf (src/audit/chain.ts) has it. */
static uint8_t *put_line(uint8_t *to, const uint8_t *body, size_t length, const uint8_t *hash) {
  static const char digits[] = "0123456789abcdef";
  to = put(to, (const char *)body, length - 1);
  to = put(to, ",\"hash\":\"", FIELD);
  for (int at = 0; at < SHA256_BYTES; at++) {
    *to++ = (uint8_t)digits[hash[at] >> 4];
    *to++ = (uint8_t)digits[hash[at] & 15];
  }
  return put(to, "\"}\n", CLOSING);
}

static void hash_body(const uint8_t *before, const uint8_t *body, size_t length, uint8_t *out) {
  struct sha256 hash;
  sha256_begin(&hash);
  sha256_add(&hash, before, SHA256_BYTES);
  sha256_add(&hash, body, length);
  sha256_end(&hash, out);
}

struct room {
  uint8_t *bytes;
  size_t length;
};

/* BODY becomes a line in LINE; its hash comes behind the one before it in HASHES. 0: no room, or no body. */
static size_t chain(struct room body, struct room hashes, struct room line) {
  if (body.length == 0 || hashes.length < 2 * SHA256_BYTES || line.length < body.length + MORE) return 0;
  uint8_t *hash = hashes.bytes + SHA256_BYTES;
  hash_body(hashes.bytes, body.bytes, body.length, hash);
  return (size_t)(put_line(line.bytes, body.bytes, body.length, hash) - line.bytes);
}

static int take_room(napi_env env, napi_value value, struct room *room) {
  void *bytes = NULL;
  size_t length = 0;
  if (napi_get_buffer_info(env, value, &bytes, &length) != 0) return 0;
  *room = (struct room){bytes, length};
  return 1;
}

static long add_locked(int fd, const char *path, uint64_t end, struct room line, size_t length) {
  long result = try_lock(fd);
  if (result != 0) return result == BUSY ? MOVED : result;
  result = is_as_it_was(fd, path, end) ? add(fd, end, line.bytes, length) : MOVED;
  unlock(fd);
  return result;
}

/*
 * (descriptor, path with its NUL, end, body, how many bytes of it, hashes, line): how many bytes were added there; MOVED, or locked by another, and
 * nothing was; or a negative errno. LINE is room to work in.
 */
static napi_value add_at(napi_env env, napi_info info) {
  napi_value given[7];
  size_t count = 7;
  int32_t fd = -1, used = -1;
  int64_t end = -1;
  struct room path, body, hashes, line;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != 0 || count != 7 || napi_get_value_int32(env, given[0], &fd) != 0 ||
      !take_room(env, given[1], &path) || napi_get_value_int64(env, given[2], &end) != 0 || !take_room(env, given[3], &body) ||
      napi_get_value_int32(env, given[4], &used) != 0 || !take_room(env, given[5], &hashes) || !take_room(env, given[6], &line))
    return give(env, INVALID);
  if (path.length == 0 || path.bytes[path.length - 1] != '\0' || end < 0 || used <= 0 || (size_t)used > body.length)
    return give(env, INVALID);
  body.length = (size_t)used;
  size_t length = chain(body, hashes, line);
  if (length == 0) return give(env, INVALID);
  return give(env, add_locked(fd, (const char *)path.bytes, (uint64_t)end, line, length));
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
