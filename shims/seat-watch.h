/* What the seat knows while the agent runs, and how it comes to its end. */
#ifndef GUARD_SEAT_WATCH_H
#define GUARD_SEAT_WATCH_H

#include "seat.h"

enum stage { RUNNING, ENDED, ENDING, EMPTY };

struct seat {
    struct link link;
    struct agent agent;
    struct gate *gate; /* NULL: none */
    struct keeper keeper;
    int wake_fd;
    enum stage stage;
    bool agent_ended;
    int status; /* of the agent, as waitpid gave it; it counts once the agent has ended */
    long kill_at_ms;
};

/* seat-watch.c: returns when nothing is below any more (EMPTY), or cannot be ended. */
void seat_watch(struct seat *seat);

/* seat-reap.c: takes note of what has ended, stopped or goes on. */
void seat_reap(struct seat *seat);

/* seat-end.c: asks the tree to end, and kills it when its time is over. */
void seat_begin_end(struct seat *seat);
void seat_end_now(struct seat *seat);
/* -1: not at all. */
int seat_ms_to_kill(const struct seat *seat);

#endif
