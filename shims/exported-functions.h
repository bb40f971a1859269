/* Functions that bash hands down in the environment. The line runs with them, so they are a part of the question. */
#ifndef GUARD_EXPORTED_FUNCTIONS_H
#define GUARD_EXPORTED_FUNCTIONS_H

#include "frame.h"

/* Adds them all as `prelude`; what cannot be sent (too long, a strange name) makes it `incomplete`. */
void add_exported_functions(struct frame *question);

#endif
