/* The agent's process: forked at once (so that its pid can be told), run when the daemon says go. */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static bool make_pipe(int ends[2]) {
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static bool make_pair(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* A file with no #! and no other format is a script for sh, as for every shell. */
static void run_with_sh(const char *program, char **given) {
    size_t count = 0;
    while (given[count] != NULL) count++;
    char **argv = calloc(count + 2, sizeof *argv);
    if (argv == NULL) return;
    argv[0] = "sh";
    argv[1] = (char *)program;
    for (size_t i = 1; i < count; i++) argv[i + 1] = given[i];
    execv("/bin/sh", argv);
}

void agent_run(const char *program, char **argv, int go_fd, int failure_fd) {
    char byte;
    ssize_t got;
    do got = read(go_fd, &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got != 1) _exit(SEAT_FAILED);
    execv(program, argv);
    if (errno == ENOEXEC) run_with_sh(program, argv);
    int problem = errno;
    if (write(failure_fd, &problem, sizeof problem) < 0) { /* the exit status tells it too */ }
    _exit(problem == ENOENT ? 127 : 126);
}

/* Second line of defence: kill -9 of the seat kills the agent. */
static void die_with(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(SEAT_FAILED);
}

struct ends {
    int go[2], failure[2], pass[2];
};

static void start(const struct order *order, const struct dispositions *before, const struct ends *ends, bool own_group, bool gated) {
    if (own_group) setpgid(0, 0);
    if (gated && !gate_enter(ends->pass[1], order->guarded, order->guarded_count)) _exit(SEAT_FAILED);
    signals_give_back(before);
    agent_run(order->program, order->argv, ends->go[0], ends->failure[1]);
}

/* Signals stay blocked until the process is inside: one in between would end bubblewrap in the agent's place. */
static void start_confined(const struct order *order, const struct dispositions *before, const struct ends *ends, pid_t seat,
                           bool own_group, bool gated) {
    char mask[MASK_ROOM];
    signals_give_back_blocked(before, mask);
    const struct inside inside = {.seat = ends->pass[1], .go_fd = ends->go[0], .failure_fd = ends->failure[1], .seat_pid = seat,
                                  .own_group = own_group, .gated = gated, .sandboxes = order->confinement.sandboxes, .guarded = order->guarded,
                                  .guarded_count = order->guarded_count, .mask = mask};
    const char *what = confine_become(&order->confinement, &inside, order->program, order->argv);
    fprintf(stderr, "guard-seat: cannot confine the agent: %s: %s; start it again if that was changed just now, else guard doctor tells what to do\n", what, strerror(errno));
    _exit(SEAT_FAILED);
}

bool agent_fork(struct agent *agent, const struct order *order, const struct dispositions *before, struct gate *gate) {
    struct ends ends;
    if (!make_pipe(ends.go) || !make_pipe(ends.failure) || !make_pair(ends.pass)) return false;
    agent->own_group = terminal_is_ours();
    bool confined = order->confinement.plan != NULL;
    pid_t seat = getpid();
    /* A signal between fork and exec waits until the child has the agent's own dispositions. */
    sigset_t all, mine;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mine);
    agent->pid = fork();
    if (agent->pid != 0) sigprocmask(SIG_SETMASK, &mine, NULL);
    if (agent->pid < 0) return false;
    if (agent->pid == 0) {
        die_with(seat);
        go_before_guard();
        close(ends.go[1]);
        close(ends.failure[0]);
        close(ends.pass[0]);
        if (confined) start_confined(order, before, &ends, seat, agent->own_group, gate != NULL);
        start(order, before, &ends, agent->own_group, gate != NULL);
    }
    close(ends.go[0]);
    close(ends.failure[1]);
    agent->go_fd = ends.go[1];
    agent->failure_fd = ends.failure[0];
    close(ends.pass[1]);
    if (confined) agent->pid = confine_take(ends.pass[0], agent->pid);
    bool begun = agent->pid > 0 && (gate == NULL || gate_begin(gate, ends.pass[0], order->guarded, order->guarded_count));
    close(ends.pass[0]);
    if (begun && agent->own_group) {
        setpgid(agent->pid, agent->pid); /* one that is confined has done it itself */
        terminal_hand_to(agent->pid);
    }
    return begun;
}

void agent_go(struct agent *agent) {
    if (agent->go_fd < 0) return;
    if (write(agent->go_fd, "", 1) < 0) { /* it died before it ran; its end is told as any other */ }
    close(agent->go_fd);
    agent->go_fd = -1;
}

/* In the launcher's group, the group is not ours to signal: the launcher and the rest of a pipeline are in it. */
void agent_signal(const struct agent *agent, int signal) {
    if (agent->own_group && kill(-agent->pid, signal) == 0) return;
    if (!agent->own_group && signal_came_to_group(signal)) return;
    kill(agent->pid, signal);
}

void agent_continue(const struct agent *agent) {
    if (agent->own_group) terminal_hand_to(agent->pid);
    agent_signal(agent, SIGCONT);
}
