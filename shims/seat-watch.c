/* The loop: the daemon's words, the agent's failure to start, signals, and the gate, whichever comes. */
#include "seat-watch.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void obey(void *state, const char *line) {
    struct seat *seat = state;
    if (strcmp(line, "ping") == 0) link_tell(&seat->link, "pong");
    else if (strcmp(line, "end") == 0) seat_begin_end(seat);
    else if (seat->agent_ended) return;
    else if (strcmp(line, "go") == 0) agent_go(&seat->agent);
    else if (strcmp(line, "continue") == 0) agent_continue(&seat->agent);
    else if (strncmp(line, "signal ", 7) == 0) {
        int signal = atoi(line + 7);
        if (signal > 0 && signal < NSIG) agent_signal(&seat->agent, signal);
    }
}

static void hear_failure(struct seat *seat) {
    int problem;
    if (read(seat->agent.failure_fd, &problem, sizeof problem) == (ssize_t)sizeof problem)
        link_tell_number(&seat->link, "failed", problem);
    close(seat->agent.failure_fd);
    seat->agent.failure_fd = -1; /* poll leaves negative ones alone */
}

/* False: what is hidden may not be so any more, and nobody will see to it. */
static bool hear_keeper(struct seat *seat) {
    long number = 0;
    switch (keeper_hear(&seat->keeper, &number)) {
        case KEPT_BEGUN: link_tell_number(&seat->link, "keeper", seat->keeper.pid); return true;
        case KEPT_REFUSED: link_tell_number(&seat->link, "no-keeper", number); return true;
        case KEPT_AGAIN: link_tell_number(&seat->link, "held", number); return true;
        case KEPT_SHOWN: link_tell_number(&seat->link, "shown", number); return true;
        case KEPT_QUIET:
        case KEPT_NONE: return true;
        case KEPT_LOST: break;
    }
    link_tell(&seat->link, "unkept");
    return false;
}

static void drain(int fd) {
    char bytes[64]; /* what is more wakes us again */
    if (read(fd, bytes, sizeof bytes) < 0) { /* nothing is there */ }
}

static int wait_ms(const struct seat *seat) {
    int kill = seat_ms_to_kill(seat), gate = seat->gate == NULL ? -1 : gate_wait_ms(seat->gate);
    if (kill < 0 || gate < 0) return kill < 0 ? gate : kill;
    return kill < gate ? kill : gate;
}

enum { OWN_POLLED = 4 };

/* False: it cannot be waited any more. */
static bool wait_for_news(struct seat *seat, struct pollfd ready[OWN_POLLED + GATE_POLLED]) {
    const int own[OWN_POLLED] = {seat->link.fd, seat->wake_fd, seat->agent.failure_fd, seat->keeper.fd};
    for (size_t at = 0; at < OWN_POLLED; at++) ready[at] = (struct pollfd){.fd = own[at], .events = POLLIN};
    if (seat->gate != NULL) gate_poll(seat->gate, ready + OWN_POLLED);
    nfds_t count = seat->gate == NULL ? OWN_POLLED : OWN_POLLED + GATE_POLLED;
    if (poll(ready, count, wait_ms(seat)) >= 0) return true;
    for (nfds_t at = 0; at < count; at++) ready[at].revents = 0;
    return errno == EINTR;
}

static bool any_ready(const struct seat *seat, const struct pollfd *ready) {
    size_t count = seat->gate == NULL ? OWN_POLLED : OWN_POLLED + GATE_POLLED;
    for (size_t at = 0; at < count; at++)
        if (ready[at].revents != 0) return true;
    return false;
}

void seat_watch(struct seat *seat) {
    while (seat->stage != EMPTY) {
        struct pollfd ready[OWN_POLLED + GATE_POLLED];
        if (!wait_for_news(seat, ready)) return seat_end_now(seat);
        if (ready[3].revents != 0 && !hear_keeper(seat)) return seat_end_now(seat);
        if (ready[2].revents != 0) hear_failure(seat);
        if (ready[1].revents != 0) drain(seat->wake_fd);
        if (ready[1].revents != 0 || !any_ready(seat, ready)) seat_reap(seat);
        if (seat->stage == EMPTY) return;
        if (seat->gate != NULL && !gate_serve(seat->gate, ready + OWN_POLLED)) return seat_end_now(seat);
        if (ready[0].revents != 0 && !link_read(&seat->link, obey, seat)) return seat_end_now(seat);
        if (seat_ms_to_kill(seat) == 0) return seat_end_now(seat);
    }
}
