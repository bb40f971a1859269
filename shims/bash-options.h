/* What bash makes of its own command line, as far as its interactive start-up file goes. */
#ifndef GUARD_BASH_OPTIONS_H
#define GUARD_BASH_OPTIONS_H

#include <stdbool.h>

/* On a terminal: both stdin and stderr are one, as bash itself asks. */
enum bash_stdio { BASH_ELSEWHERE = 0, BASH_ON_TERMINAL };

/*
 * An interactive shell without -c that would read ~/.bashrc: not a login shell, not --norc, --posix, and nobody chose
 * another file. With -c the text itself is checked, and a start-up file of ours has nothing to add.
 */
bool bash_reads_rc(int argc, char *const argv[], enum bash_stdio stdio);

#endif
