/* guard-seat: the loop. See seat.h for what it is and docs/SESSION.md for the words it speaks. */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifdef __WALL
enum { ALL_CHILDREN = __WALL };
#else
enum { ALL_CHILDREN = 0 };
#endif

enum stage { RUNNING, ENDED, ENDING, EMPTY };

struct seat {
    struct link link;
    struct agent agent;
    struct gate *gate; /* NULL: none */
    int wake_fd;
    enum stage stage;
    bool agent_ended;
    int status; /* of the agent, as waitpid gave it; it counts once the agent has ended */
    long kill_at_ms;
};

/* The agent's end is news at once; what else is below may take its time. */
static void note_agent(struct seat *seat, int status) {
    bool news = seat->stage == RUNNING; /* at the end it is the seat itself that stops it */
    if (WIFSTOPPED(status)) {
        if (news) link_tell_number(&seat->link, "stopped", WSTOPSIG(status));
    } else if (WIFCONTINUED(status)) {
        if (news) link_tell(&seat->link, "continued");
    } else {
        seat->status = status;
        seat->agent_ended = true;
        if (seat->stage == RUNNING) seat->stage = ENDED;
        if (seat->agent.own_group) terminal_hand_to(getpgrp());
        if (WIFSIGNALED(status)) link_tell_number(&seat->link, "killed", WTERMSIG(status));
        else link_tell_number(&seat->link, "exited", WEXITSTATUS(status));
    }
}

static void note_wait(struct seat *seat, pid_t pid, int status) {
    enum waited waited = seat->gate == NULL ? WAITED_NOT_OURS : gate_waited(seat->gate, pid, status);
    if (waited != WAITED_TAKEN && pid == seat->agent.pid) note_agent(seat, status);
}

/* Only for the agent: of what the gate traces, the news that it goes on belongs to its own parent. */
static void note_continued(struct seat *seat) {
    int status;
    if (!seat->agent_ended && waitpid(seat->agent.pid, &status, WNOHANG | WCONTINUED) == seat->agent.pid)
        note_wait(seat, seat->agent.pid, status);
}

static void reap(struct seat *seat) {
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG | WUNTRACED | ALL_CHILDREN);
        if (pid == 0) return note_continued(seat);
        if (pid < 0 && errno == EINTR) continue;
        if (pid < 0) break;
        note_wait(seat, pid, status);
    }
    seat->stage = EMPTY;
}

static void begin_end(struct seat *seat) {
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
static void end_now(struct seat *seat) {
    enum { STILL_PASSES = 100, KILL_PASSES = 1000 };
    seat->stage = ENDING;
    for (int pass = 0; pass < STILL_PASSES && tree_signal(&seat->agent, SIGSTOP) > 0; pass++) {}
    for (int pass = 0; pass < KILL_PASSES; pass++) {
        tree_signal(&seat->agent, SIGKILL);
        reap(seat);
        if (seat->stage == EMPTY) return;
        pause_ms(pass < 20 ? 1 : 5);
    }
    fprintf(stderr, "guard-seat: something that the agent started does not end\n");
}

static void obey(void *state, const char *line) {
    struct seat *seat = state;
    if (strcmp(line, "ping") == 0) link_tell(&seat->link, "pong");
    else if (strcmp(line, "end") == 0) begin_end(seat);
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

static void drain(int fd) {
    char bytes[64]; /* what is more wakes us again */
    if (read(fd, bytes, sizeof bytes) < 0) { /* nothing is there */ }
}

/* -1: not at all. */
static int ms_to_kill(const struct seat *seat) {
    if (seat->stage != ENDING) return -1;
    long left = seat->kill_at_ms - now_ms();
    return left < 0 ? 0 : (int)left;
}

static int wait_ms(const struct seat *seat) {
    int kill = ms_to_kill(seat), gate = seat->gate == NULL ? -1 : gate_wait_ms(seat->gate);
    if (kill < 0 || gate < 0) return kill < 0 ? gate : kill;
    return kill < gate ? kill : gate;
}

enum { OWN_POLLED = 3 };

/* False: it cannot be waited any more. */
static bool wait_for_news(struct seat *seat, struct pollfd ready[OWN_POLLED + GATE_POLLED]) {
    const int own[OWN_POLLED] = {seat->link.fd, seat->wake_fd, seat->agent.failure_fd};
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

static void watch(struct seat *seat) {
    while (seat->stage != EMPTY) {
        struct pollfd ready[OWN_POLLED + GATE_POLLED];
        if (!wait_for_news(seat, ready)) return end_now(seat);
        if (ready[2].revents != 0) hear_failure(seat);
        if (ready[1].revents != 0) drain(seat->wake_fd);
        if (ready[1].revents != 0 || !any_ready(seat, ready)) reap(seat);
        if (seat->stage == EMPTY) return;
        if (seat->gate != NULL && !gate_serve(seat->gate, ready + OWN_POLLED)) return end_now(seat);
        if (ready[0].revents != 0 && !link_read(&seat->link, obey, seat)) return end_now(seat);
        if (ms_to_kill(seat) == 0) return end_now(seat);
    }
}

/* With inherited stdio the seat must not hold pipes open that the agent has closed. */
static void let_go_of_stdio(void) {
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0) return;
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    if (nothing > STDERR_FILENO) close(nothing);
}

static int fail(const char *problem, const char *what) {
    fprintf(stderr, "guard-seat: %s %s: %s\n", problem, what, strerror(errno));
    return SEAT_FAILED;
}

static void exit_like(int status) {
    if (WIFSIGNALED(status)) die_of(WTERMSIG(status));
    exit(WEXITSTATUS(status));
}

static int tell_probe(bool (*probe)(char reason[PROBE_ROOM])) {
    char reason[PROBE_ROOM];
    if (probe(reason)) return 0;
    puts(reason);
    return 1;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--probe-gate") == 0) return tell_probe(gate_probe);
    if (argc == 2 && strcmp(argv[1], "--probe-reach") == 0) return tell_probe(gate_probe_reach);
    if (argc == 2 && strcmp(argv[1], "--probed") == 0) return 0; /* what the probe starts */
    if (argc > 1 && strcmp(argv[1], "--probe-confine") == 0) return confine_probe(argc, argv);
    if (argc == 2 && strcmp(argv[1], "--probed-inside") == 0) return confine_probed();
    if (argc > 1 && strcmp(argv[1], "--inside") == 0) return inside_main(argc, argv);
    struct order order;
    struct dispositions before;
    struct seat seat = {.stage = RUNNING};
    if (!read_order(argc, argv, &order)) {
        fprintf(stderr, "usage: guard-seat [--gate SOCKET] [--guarded PID]... [--confine FILE --bwrap PROGRAM [--room yes] [--device NAME]...] [--modes TEXT] [--env NAME[=VALUE]]... [--raw NAME]... SOCKET -- /PROGRAM ARGV0 [ARG]...\n");
        return SEAT_FAILED;
    }
    if (!link_open(&seat.link, order.socket)) return fail("cannot reach guard at", order.socket);
    order.guarded[order.guarded_count++] = getpid();
    if (order.gate != NULL) {
        seat.gate = gate_connect(order.gate);
        if (seat.gate == NULL) return fail("cannot begin the exec gate at", order.gate);
    }
#ifdef __linux__
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return fail("cannot look after", "the agent's children");
#endif
    if (!signals_take(&before, &seat.wake_fd)) return fail("cannot take", "signals");
    if (terminal_is_ours()) terminal_set_modes(order.modes);
    apply_settings(&order);
    if (!agent_fork(&seat.agent, &order, &before, seat.gate)) return fail("cannot start", order.program);
    stay_out_of_reach();
    if (!seat.agent.own_group) let_go_of_stdio();
    link_tell_number(&seat.link, "agent", seat.agent.pid);
    watch(&seat);
    if (seat.stage == EMPTY) link_tell(&seat.link, "empty");
    link_close(&seat.link);
    if (seat.stage != EMPTY) return SEAT_FAILED;
    exit_like(seat.status);
}
