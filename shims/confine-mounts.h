/*
 * The plan's masks, made by the room itself: bubblewrap reads the list of all mounts again for each one that it makes, which
 * with two hundred of them takes longer than everything else. The words are bubblewrap's own, so that it can carry out the same
 * plan where the room cannot.
 */
#ifndef GUARD_CONFINE_MOUNTS_H
#define GUARD_CONFINE_MOUNTS_H

#include "confine.h"

enum step_kind { STEP_BIND, STEP_EMPTY, STEP_LINK, STEP_CLOSE };

struct step {
  enum step_kind kind;
  const char *from;   /* what is bound, a link's target, an empty folder's mode */
  const char *path;
  unsigned long protection;
  bool may_be_gone;
  int tree;           /* what will be put there; -1: it is gone */
};

struct steps {
  struct step *list;
  size_t count;
};

/* confine-steps.c. NULL, or the word that no step begins with; `text` must stay, each word in it ends with NUL. */
const char *steps_read(const char *text, size_t length, struct steps *steps);

/* confine-tree.c: calls of Linux 5.2 to 5.12. Those that give a descriptor give -1 with errno. */
enum { PROTECT_WRITES = 1, PROTECT_DEVICES = 4 }; /* the kernel's own numbers */
int place_open(const char *path);
/* With folders above it, where there is nothing: what lies in a stand-in has no place yet. */
int place_open_or_make(const char *path, bool folder);
int tree_copy(int place);
bool tree_protect(int tree, unsigned long protection);
/* The same for a copy in a room whose mounts are shared: it hears of nothing that is mounted on what it was copied from. */
bool tree_protect_apart(int tree, unsigned long protection);
bool tree_put(int tree, int place);
/* A mount of an empty folder, and the end of writing to what is mounted there (not to what is mounted in it). */
bool place_cover(int place, const char *mode);
bool place_close(int place);
/* All mounts that there are; bubblewrap would do it to one after the other. */
bool all_without_setuid(void);
/* From then on what is mounted here comes to namespaces that are made of this one. Nothing comes back: they are slaves. */
bool all_shared(void);

#endif
