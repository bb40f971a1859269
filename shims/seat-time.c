/* Time for waiting: monotonic, and small enough for a signal handler's integer. */
#include "seat.h"

#include <time.h>

long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)(now.tv_sec % 1000000) * 1000 + now.tv_nsec / 1000000;
}

void pause_ms(long ms) {
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}
