/* The pty: its modes are those of the user's terminal, its foreground is the agent. */
#include "seat.h"

#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

/* The launcher starts the seat as leader of a new session in a pty, or with its own stdio and no session. */
bool terminal_is_ours(void) {
    return getsid(0) == getpid() && isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) >= 0;
}

void terminal_hand_to(pid_t group) {
    tcsetpgrp(STDIN_FILENO, group); /* SIGTTOU is ignored in the seat */
}

#ifdef __linux__
static bool next_hex(const char **text, unsigned long *number) {
    char *end;
    *number = strtoul(*text, &end, 16);
    if (end == *text || (*end != ':' && *end != '\0')) return false;
    *text = *end == ':' ? end + 1 : end;
    return true;
}

/* Four flag words, then the control characters: the form of GNU, busybox and toybox. */
static bool parse_modes(const char *text, struct termios *modes) {
    tcflag_t *flags[] = {&modes->c_iflag, &modes->c_oflag, &modes->c_cflag, &modes->c_lflag};
    unsigned long number;
    for (size_t i = 0; i < 4; i++) {
        if (!next_hex(&text, &number)) return false;
        *flags[i] = (tcflag_t)number;
    }
    for (size_t i = 0; i < NCCS && *text != '\0'; i++) {
        if (!next_hex(&text, &number) || number > 255) return false;
        modes->c_cc[i] = (cc_t)number;
    }
    return *text == '\0';
}

void terminal_set_modes(const char *text) {
    struct termios modes;
    if (text == NULL || tcgetattr(STDIN_FILENO, &modes) != 0) return;
    if (parse_modes(text, &modes)) tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}
#else
void terminal_set_modes(const char *text) {
    (void)text; /* stty -g of other systems has other forms; node-pty's modes are sane ones */
}
#endif
