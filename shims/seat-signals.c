/* Signals of the seat: children wake it, the rest is noted and survived. */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Handlers have no argument for state; these three are all there is of it. */
static int wake_pipe[2] = {-1, -1};
static volatile sig_atomic_t came_at_ms[NSIG];
static volatile sig_atomic_t came[NSIG];

enum { SAME_EVENT_MS = 1000 };

static const int ignored[] = {SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE};
static const int noted[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU};

static void wake(int signal) {
    (void)signal;
    int problem = errno;
    if (write(wake_pipe[1], "", 1) < 0) { /* full: it is awake already */ }
    errno = problem;
}

static void note(int signal) {
    came_at_ms[signal] = (sig_atomic_t)now_ms();
    came[signal] = 1;
}

bool signal_came_to_group(int signal) {
    return came[signal] && now_ms() - came_at_ms[signal] < SAME_EVENT_MS;
}

/* Handlers do not interrupt each other: one that is jumped out of (gate-seize.c) would leave the other's signal blocked. */
static bool set(int signal, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    return sigaction(signal, &action, NULL) == 0;
}

bool signals_take(struct dispositions *before, int *wake_fd) {
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, NULL, &before->of[signal]);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, &before->mask);
    if (pipe(wake_pipe) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
    }
    *wake_fd = wake_pipe[0];
    bool done = set(SIGCHLD, wake);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) done = set(ignored[i], SIG_IGN) && done;
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++) done = set(noted[i], note) && done;
    return done;
}

static void set_all(const struct dispositions *before) {
    for (int signal = 1; signal < NSIG; signal++) {
        if (signal != SIGKILL && signal != SIGSTOP) sigaction(signal, &before->of[signal], NULL);
    }
}

void signals_give_back(const struct dispositions *before) {
    set_all(before);
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

void signals_give_back_blocked(const struct dispositions *before, char mask[MASK_ROOM]) {
    unsigned long long blocked = 0;
    for (int signal = 1; signal < 64; signal++)
        if (sigismember(&before->mask, signal) == 1) blocked |= 1ULL << signal;
    snprintf(mask, MASK_ROOM, "%llx", blocked);
    set_all(before);
}

/* As the agent died, so that whoever waits for us learns it; a core file of the seat would help nobody. */
void die_of(int signal) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    struct sigaction plain;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    sigaction(signal, &plain, NULL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    kill(getpid(), signal);
    _exit(128 + signal);
}
