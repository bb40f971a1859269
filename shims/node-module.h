/* Of node's stable interface for modules, what guard's own use. */
#ifndef GUARD_NODE_MODULE_H
#define GUARD_NODE_MODULE_H

#include <stddef.h>
#include <stdint.h>

typedef struct napi_env_ *napi_env;
typedef struct napi_value_ *napi_value;
typedef struct napi_info_ *napi_info;
typedef napi_value (*napi_function)(napi_env, napi_info);
int napi_create_function(napi_env, const char *, size_t, napi_function, void *, napi_value *);
int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
int napi_get_cb_info(napi_env, napi_info, size_t *, napi_value *, napi_value *, void **);
int napi_get_value_int32(napi_env, napi_value, int32_t *);
int napi_get_value_int64(napi_env, napi_value, int64_t *);
int napi_get_value_string_utf8(napi_env, napi_value, char *, size_t, size_t *);
int napi_get_buffer_info(napi_env, napi_value, void **, size_t *);
int napi_create_int64(napi_env, int64_t, napi_value *);

enum { INVALID = -22 };

static inline napi_value give(napi_env env, long number) {
  napi_value value = NULL;
  napi_create_int64(env, number, &value);
  return value;
}

static inline void offer(napi_env env, napi_value exports, const char *name, napi_function function) {
  napi_value value = NULL;
  if (napi_create_function(env, name, SIZE_MAX, function, NULL, &value) == 0) napi_set_named_property(env, exports, name, value);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports);

#endif
