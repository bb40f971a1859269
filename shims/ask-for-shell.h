/* guard-ask under its own name: the command line that the shell hooks use (docs/SESSION.md). */
#ifndef GUARD_ASK_FOR_SHELL_H
#define GUARD_ASK_FOR_SHELL_H

/* The exit status. */
int ask_for_shell(int argc, char *const argv[], const char *started_by);

#endif
