/*
 * Everything below the seat. On Linux the seat is the subreaper, so whatever loses its parent becomes a child of the
 * seat: walking again and again finds all of it. Elsewhere only the agent's process group can be reached.
 */
#include "seat.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
struct process {
    pid_t pid, parent;
    char state;
    bool below;
};

struct processes {
    struct process *list;
    size_t count, room;
};

static bool read_process(const char *name, struct process *process) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    if (got <= 0) return false;
    text[got] = '\0';
    const char *after_name = strrchr(text, ')'); /* a name may hold anything, ')' too */
    int parent;
    if (after_name == NULL || sscanf(after_name + 1, " %c %d", &process->state, &parent) != 2) return false;
    *process = (struct process){.pid = atoi(name), .parent = parent, .state = process->state};
    return true;
}

static bool add(struct processes *all, struct process process) {
    if (all->count == all->room) {
        size_t room = all->room == 0 ? 256 : all->room * 2;
        struct process *list = realloc(all->list, room * sizeof *list);
        if (list == NULL) return false;
        all->list = list;
        all->room = room;
    }
    all->list[all->count++] = process;
    return true;
}

static int by_pid(const void *a, const void *b) {
    pid_t left = ((const struct process *)a)->pid, right = ((const struct process *)b)->pid;
    return (left > right) - (left < right);
}

static void mark_below(struct processes *all, pid_t root) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < all->count; i++) {
            struct process *process = &all->list[i];
            if (process->below) continue;
            struct process key = {.pid = process->parent};
            struct process *parent = bsearch(&key, all->list, all->count, sizeof key, by_pid);
            if (process->parent == root || (parent != NULL && parent->below)) changed = process->below = true;
        }
    }
}

static struct processes list_processes(pid_t root) {
    struct processes all = {0};
    DIR *proc = opendir("/proc");
    if (proc == NULL) return all;
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        struct process process;
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9' || !read_process(entry->d_name, &process)) continue;
        if (!add(&all, process)) break;
    }
    closedir(proc);
    if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, by_pid);
    mark_below(&all, root);
    return all;
}

/* For SIGSTOP only those count that were not stopped yet: zero means that everything stands still. */
size_t tree_signal(const struct agent *agent, int signal) {
    struct processes all = list_processes(getpid());
    size_t found = 0;
    for (size_t i = 0; i < all.count; i++) {
        const struct process *process = &all.list[i];
        bool gone = process->state == 'Z' || process->state == 'X';
        if (!process->below || process->pid == agent->keeper || gone || (signal == SIGSTOP && process->state == 'T')) continue;
        if (kill(process->pid, signal) == 0) found++;
    }
    free(all.list);
    return found;
}
#else
size_t tree_signal(const struct agent *agent, int signal) {
    if (agent->own_group) return kill(-agent->pid, signal) == 0 ? 1 : 0;
    return kill(agent->pid, signal) == 0 ? 1 : 0;
}
#endif
