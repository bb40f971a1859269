/* What becomes of the agent and of everything that was left to the seat: each end is taken note of, the agent's is told. */
#include "seat-watch.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

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

void seat_reap(struct seat *seat) {
    for (;;) {
        int status;
        /* Without __WALL: of what the gate traces the kernel tells all the same, and the keeper is left out (confine-keeper.c). */
        pid_t pid = waitpid(-1, &status, WNOHANG | WUNTRACED);
        if (pid == 0) return note_continued(seat);
        if (pid < 0 && errno == EINTR) continue;
        if (pid < 0) break;
        note_wait(seat, pid, status);
    }
    seat->stage = EMPTY;
}
