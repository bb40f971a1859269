/* The agent's process: forked at once (so that its pid can be told), run when the daemon says go. */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
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
static void run_with_sh(const struct order *order) {
    size_t count = 0;
    while (order->argv[count] != NULL) count++;
    char **argv = calloc(count + 2, sizeof *argv);
    if (argv == NULL) return;
    argv[0] = "sh";
    argv[1] = (char *)order->program;
    for (size_t i = 1; i < count; i++) argv[i + 1] = order->argv[i];
    execv("/bin/sh", argv);
}

static void run(const struct order *order, const struct dispositions *before, int go_fd, int failure_fd) {
    char byte;
    signals_give_back(before);
    ssize_t got;
    do got = read(go_fd, &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got != 1) _exit(SEAT_FAILED);
    execv(order->program, order->argv);
    if (errno == ENOEXEC) run_with_sh(order);
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

bool agent_fork(struct agent *agent, const struct order *order, const struct dispositions *before, struct gate *gate) {
    int go[2], failure[2], pass[2];
    if (!make_pipe(go) || !make_pipe(failure) || !make_pair(pass)) return false;
    agent->own_group = terminal_is_ours();
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
        close(go[1]);
        close(failure[0]);
        if (agent->own_group) setpgid(0, 0);
        if (gate != NULL && !gate_enter(pass[1], order->guarded, order->guarded_count)) _exit(SEAT_FAILED);
        run(order, before, go[0], failure[1]);
    }
    close(go[0]);
    close(failure[1]);
    agent->go_fd = go[1];
    agent->failure_fd = failure[0];
    close(pass[1]);
    bool begun = gate == NULL || gate_begin(gate, pass[0], order->guarded, order->guarded_count);
    close(pass[0]);
    if (agent->own_group) {
        setpgid(agent->pid, agent->pid);
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
