/* May memory or a file not come, because who serves it does not? */
#ifndef GUARD_GATE_SERVED_H
#define GUARD_GATE_SERVED_H

#define _GNU_SOURCE /* each file includes this one, or another with the same line, first */

#include <stdbool.h>
#include <stddef.h>

struct served {
  int mounts;
  bool here;  /* among guard's own mounts */
  bool below; /* something below the gate may have mounted one, or gone where one is */
  bool slow;  /* a caller's memory took its time once, for whatever reason */
};
extern const long mounting_calls[];
extern const size_t mounting_call_count;
bool is_mounting(int call);
void served_begin(struct served *served);
bool served_maybe(struct served *served);

#endif
