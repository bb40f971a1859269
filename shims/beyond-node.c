/*
 * For guard's daemon: two things that node has no function for. Told of a folder's own moves alone, whoever fills the folder
 * cannot flood the queue; and whose process listens behind a socket. Loaded by src/ipc/beyond-node.ts.
 * No libc: node may have another one than the compiler.
 */
#include <asm/unistd.h>

#include "bare-call.h"
#include "node-module.h"

enum { MOVE_SELF = 0x800, DELETE_SELF = 0x400, CLOSE_ON_EXEC = 02000000, NOT_WAITING = 04000 };
enum { SOCKET_LEVEL = 1, PEER_CREDENTIALS = 17, PATH_ROOM = 4096 };

/* (): a descriptor that tells of moves; or a negative errno. */
static napi_value open_moves(napi_env env, napi_info info) {
  (void)info;
  return give(env, bare_call(__NR_inotify_init1, CLOSE_ON_EXEC | NOT_WAITING, 0, 0, 0, 0));
}

/* (descriptor, path): the number that its events have, or a negative errno. */
static napi_value watch_move(napi_env env, napi_info info) {
  char path[PATH_ROOM];
  napi_value given[2];
  size_t count = 2, length = 0;
  int32_t fd = -1;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != 0 || count != 2 || napi_get_value_int32(env, given[0], &fd) != 0 ||
      napi_get_value_string_utf8(env, given[1], path, sizeof path, &length) != 0 || length + 1 >= sizeof path)
    return give(env, INVALID);
  return give(env, bare_call(__NR_inotify_add_watch, fd, (long)path, MOVE_SELF | DELETE_SELF, 0, 0));
}

/* (descriptor of a connection): the user of the process behind it, or a negative errno. */
static napi_value user_behind(napi_env env, napi_info info) {
  struct {
    int32_t pid;
    uint32_t user, group;
  } behind = {0, 0, 0};
  uint32_t size = sizeof behind;
  napi_value given[1];
  size_t count = 1;
  int32_t fd = -1;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != 0 || count != 1 || napi_get_value_int32(env, given[0], &fd) != 0)
    return give(env, INVALID);
  long result = bare_call(__NR_getsockopt, fd, SOCKET_LEVEL, PEER_CREDENTIALS, (long)&behind, (long)&size);
  return give(env, result < 0 ? result : (long)behind.user);
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  offer(env, exports, "openMoves", open_moves);
  offer(env, exports, "watchMove", watch_move);
  offer(env, exports, "userBehind", user_behind);
  return exports;
}
