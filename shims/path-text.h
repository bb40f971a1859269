/* Paths as text: no link is followed and nothing is looked up here. */
#ifndef GUARD_PATH_TEXT_H
#define GUARD_PATH_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#define PATH_ROOM 4096

/* "a/b/rm" -> "rm" */
const char *last_part(const char *path);

/* "a/b/rm" -> "a/b", "rm" -> ".", "/rm" -> "/". False: too long, nothing is usable. */
bool folder_of(const char *path, char folder[PATH_ROOM]);

/* "a/b" -> "a", "a" -> ".", "." -> "./..", "/" -> "/" */
bool folder_above(const char *folder, char above[PATH_ROOM]);

/* The folder need not end in NUL: it may be a piece of PATH. */
bool join_path(const char *folder, size_t folder_length, const char *name, char path[PATH_ROOM]);

#endif
