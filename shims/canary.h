/*
 * guard-canary: what `guard doctor` lets an agent try where a script cannot: single system calls, told with their errno.
 * Must never: change anything but a mark that it was told to make. Each deed stops at the point where it has shown itself
 * possible: a signal 0, an open without a write, a connection without a word.
 */
#ifndef GUARD_CANARY_H
#define GUARD_CANARY_H

#define _GNU_SOURCE /* each file includes this one first */

/* Each: 0, or the errno that stopped it. */
int deed_mark(const char *path);
int deed_ptrace(const char *pid);
int deed_memory(const char *pid);
int deed_kill(const char *pid);
int deed_connect(const char *path);
int deed_abstract(const char *name);
int deed_terminal(const char *path);
int deed_type(const char *unused);
int deed_capability(const char *path);

/* Things of the doctor's own, outside of every session, until stdin ends. The exit status. */
int hold(const char *folder);

/* An abstract one, where `name` has no slash in front. A listening socket, or -1; a connected one, or -1. */
int socket_listen(const char *name);
int socket_connect(const char *name);

/* A pseudo terminal; its other side's name. -1: none. */
int terminal_make(char *name, unsigned long room);

#endif
