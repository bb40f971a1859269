/* guard-ask under another name: asks about the program of that name, then becomes it. */
#ifndef GUARD_SHIM_H
#define GUARD_SHIM_H

/* Comes back with an exit status only when the program does not run. */
int run_as_shim(int argc, char *argv[], const char *started_by);

#endif
