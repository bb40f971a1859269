/* The end of the tree: asked for first, enforced when the time is over or the daemon is gone. */
#include "seat-watch.h"

#include <stdio.h>

void seat_begin_end(struct seat *seat) {
    if (seat->stage == ENDING || seat->stage == EMPTY) return;
    seat->stage = ENDING;
    seat->kill_at_ms = now_ms() + GRACE_MS;
    tree_signal(&seat->agent, SIGTERM);
    tree_signal(&seat->agent, SIGCONT);
}

/*
 * First everything is made to stand still, so that nothing forks away from the killing. Bounded: what belongs to
 * another user, or hangs in the kernel, cannot be ended by us and must not hold us for ever.
 */
void seat_end_now(struct seat *seat) {
    enum { STILL_PASSES = 100, KILL_PASSES = 1000 };
    seat->stage = ENDING;
    for (int pass = 0; pass < STILL_PASSES && tree_signal(&seat->agent, SIGSTOP) > 0; pass++) {}
    for (int pass = 0; pass < KILL_PASSES; pass++) {
        tree_signal(&seat->agent, SIGKILL);
        seat_reap(seat);
        if (seat->stage == EMPTY) return;
        pause_ms(pass < 20 ? 1 : 5);
    }
    fprintf(stderr, "guard-seat: something that the agent started does not end\n");
}

int seat_ms_to_kill(const struct seat *seat) {
    if (seat->stage != ENDING) return -1;
    long left = seat->kill_at_ms - now_ms();
    return left < 0 ? 0 : (int)left;
}
