/*
 * guard-seat: the place an agent sits in. Parent of the agent and (Linux) reaper of everything below it; tells the
 * daemon of starts, stops and ends; ends the whole tree when told to, or when the daemon is gone.
 * Must never: judge anything, let a tree live on without its daemon, or touch what is not below it.
 */
#ifndef GUARD_SEAT_H
#define GUARD_SEAT_H

#define _GNU_SOURCE /* each file includes this one first */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "confine.h"
#include "gate-seat.h"

enum { SEAT_FAILED = 125, GRACE_MS = 500, MOST_GUARDED = 5 };

/* What the launcher said on the command line. */
struct order {
    const char *socket;
    const char *modes;     /* of the user's terminal, as `stty -g` prints them; NULL: leave the pty as it is */
    char **settings;       /* NAME=VALUE sets, NAME alone takes away */
    size_t setting_count;
    const char *gate;      /* the socket of the exec gate; NULL: there is none */
    pid_t guarded[MOST_GUARDED]; /* guard's own processes; the seat adds itself */
    size_t guarded_count;
    struct confinement confinement;
    const char *program;
    char **argv;
};

/* seat-order.c */
bool read_order(int argc, char **argv, struct order *order);
void apply_settings(const struct order *order);

/* seat-link.c: lines of text to and from the daemon. */
struct link {
    int fd;
    size_t used;
    char text[512];
};
bool link_open(struct link *link, const char *path);
void link_tell(const struct link *link, const char *word);
void link_tell_number(const struct link *link, const char *word, long number);
/* false: the daemon is gone, or speaks nonsense. Calls `on_line` for each whole line. */
bool link_read(struct link *link, void (*on_line)(void *state, const char *line), void *state);
/* Waits a little until the daemon has heard everything. */
void link_close(struct link *link);

/* seat-signals.c: the seat outlives what ends its agent, and gives the agent what the seat was started with. */
struct dispositions {
    struct sigaction of[NSIG];
    sigset_t mask;
};
bool signals_take(struct dispositions *before, int *wake_fd);
/* What a handler of ours would have heard comes to the process itself. */
void signals_give_back(const struct dispositions *before);
/* The same, but everything stays blocked; `mask` tells, as hex digits, what is to be blocked in the end. */
enum { MASK_ROOM = 20 };
void signals_give_back_blocked(const struct dispositions *before, char mask[MASK_ROOM]);
/* The same signal came to the seat itself a moment ago: it was sent to the whole process group. */
bool signal_came_to_group(int signal);
void die_of(int signal);

/* seat-agent.c */
struct agent {
    pid_t pid;
    bool own_group; /* in a pty: leader of the foreground group. Else it stays in the launcher's group. */
    int go_fd;      /* one byte here, and the agent runs */
    int failure_fd; /* an errno comes out if it cannot */
    pid_t keeper;   /* below the seat and not the agent's; 0: none */
};
/* `gate`: NULL without one. */
bool agent_fork(struct agent *agent, const struct order *order, const struct dispositions *before, struct gate *gate);
/* In the agent's process: waits for the word, becomes the program; else tells why not, and ends. */
void agent_run(const char *program, char **argv, int go_fd, int failure_fd);
void agent_go(struct agent *agent);
void agent_signal(const struct agent *agent, int signal);
void agent_continue(const struct agent *agent);

/* seat-survive.c: the first in the agent's process, the second in the seat, when it has forked it (what is hidden cannot be gated). */
void go_before_guard(void);
void stay_out_of_reach(void);

/* seat-terminal.c */
bool terminal_is_ours(void);
void terminal_set_modes(const char *modes);
void terminal_hand_to(pid_t group);

/* seat-tree.c */
/* Sends the signal to everything below this process that runs; how many it reached. */
size_t tree_signal(const struct agent *agent, int signal);

/* seat-time.c */
long now_ms(void);
void pause_ms(long ms);

#endif
