/* Who goes first when memory runs out, and who can do something about that. Linux; elsewhere nothing is done. */
#include "seat.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Many small processes must not cost guard its own, which is larger than each. Children inherit it; the tree may undo it for itself. */
void go_before_guard(void) {
    enum { SOONER = 100, MOST = 1000 };
    char text[16] = "";
    int fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t got = read(fd, text, sizeof text - 1);
    int score = got > 0 ? atoi(text) + SOONER : SOONER;
    int length = snprintf(text, sizeof text, "%d", score > MOST ? MOST : score);
    if (pwrite(fd, text, (size_t)length, 0) < 0) { /* it goes when the kernel says so */ }
    close(fd);
}

/* What lies in /proc/PID belongs to root from here on: no other process of the user reads or writes it. */
void stay_out_of_reach(void) {
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0);
#endif
}
