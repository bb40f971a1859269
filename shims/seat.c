/* guard-seat: its start. See seat.h for what it is and docs/SESSION.md for the words it speaks. */
#include "seat-watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

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
        fprintf(stderr, "usage: guard-seat [--gate SOCKET] [--guarded PID]... [--confine FILE --mounts FILE --bwrap PROGRAM [--room yes] [--kept FILE] [--device NAME]...] [--modes TEXT] [--env NAME[=VALUE]]... [--raw NAME]... SOCKET -- /PROGRAM ARGV0 [ARG]...\n");
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
    if (!keeper_start(&seat.keeper, order.confinement.kept)) return fail("cannot keep", order.confinement.kept);
    if (seat.keeper.pid != 0) order.guarded[order.guarded_count++] = seat.keeper.pid;
    seat.agent.keeper = seat.keeper.pid;
    order.confinement.keeper = &seat.keeper;
    if (terminal_is_ours()) terminal_set_modes(order.modes);
    apply_settings(&order);
    if (!agent_fork(&seat.agent, &order, &before, seat.gate)) return fail("cannot start", order.program);
    stay_out_of_reach();
    if (!seat.agent.own_group) let_go_of_stdio();
    link_tell_number(&seat.link, "agent", seat.agent.pid);
    seat_watch(&seat);
    keeper_end(&seat.keeper);
    if (seat.stage == EMPTY) link_tell(&seat.link, "empty");
    link_close(&seat.link);
    keeper_reap(&seat.keeper);
    if (seat.stage != EMPTY) return SEAT_FAILED;
    exit_like(seat.status);
}
