/*
 * The command line: guard-seat [OPTION VALUE]... SOCKET -- PROGRAM ARGV0 ARG...
 * --modes TEXT: what `stty -g` says of the user's terminal. --env NAME=VALUE sets, --env NAME takes away.
 * --gate SOCKET: with the exec gate. --guarded PID: a process of guard's that nothing below may touch.
 * --confine FILE --mounts FILE --bwrap PROGRAM: by bubblewrap, with the arguments in those files; --room yes: in a /dev of its own,
 * with --device NAME, and the second file's are carried out there. --sandboxes yes: it may make mount namespaces of its own.
 * --kept FILE: names that are held again when their owner puts something new there, as long as the agent runs.
 * guard-seat --probe-gate: tells by its status whether the gate can work here, and why not on stdout.
 * --raw NAME: as the launcher itself was given it; node cannot pass on what is not UTF-8.
 */
#include "seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NULL where there is no /proc, or it is closed to us. The environment is no larger than the kernel lets it be. */
static char *read_launcher_environment(size_t *length) {
    enum { MOST = 6 * 1024 * 1024 };
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/environ", (long)getppid());
    FILE *file = fopen(path, "re");
    char *text = file == NULL ? NULL : malloc(MOST + 1);
    if (text != NULL) {
        *length = fread(text, 1, MOST, file);
        text[*length] = '\0';
    }
    if (file != NULL) fclose(file);
    return text;
}

/* What cannot be read stays as node passed it on. */
static void copy_from_launcher(const char *name) {
    size_t length = 0, name_length = strlen(name);
    char *text = read_launcher_environment(&length);
    for (char *entry = text; entry != NULL && entry < text + length; entry += strlen(entry) + 1) {
        if (strncmp(entry, name, name_length) == 0 && entry[name_length] == '=') setenv(name, entry + name_length + 1, 1);
    }
    free(text);
}

bool read_order(int argc, char **argv, struct order *order) {
    *order = (struct order){0};
    order->settings = argv; /* gathered at the front, where what was read stands no more */
    order->confinement.devices = calloc((size_t)argc, sizeof(char *));
    if (order->confinement.devices == NULL) return false;
    int at = 1;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--modes") == 0) order->modes = argv[at + 1];
        else if (strcmp(argv[at], "--gate") == 0) order->gate = argv[at + 1];
        else if (strcmp(argv[at], "--guarded") == 0 && order->guarded_count < MOST_GUARDED - 2)
            order->guarded[order->guarded_count++] = atoi(argv[at + 1]);
        else if (strcmp(argv[at], "--confine") == 0) order->confinement.plan = argv[at + 1];
        else if (strcmp(argv[at], "--mounts") == 0) order->confinement.mounts = argv[at + 1];
        else if (strcmp(argv[at], "--kept") == 0) order->confinement.kept = argv[at + 1];
        else if (strcmp(argv[at], "--bwrap") == 0) order->confinement.bwrap = argv[at + 1];
        else if (strcmp(argv[at], "--room") == 0) order->confinement.room = strcmp(argv[at + 1], "yes") == 0;
        else if (strcmp(argv[at], "--sandboxes") == 0) order->confinement.sandboxes = strcmp(argv[at + 1], "yes") == 0;
        else if (strcmp(argv[at], "--device") == 0) order->confinement.devices[order->confinement.device_count++] = argv[at + 1];
        else if (strcmp(argv[at], "--env") == 0) order->settings[order->setting_count++] = argv[at + 1];
        else if (strcmp(argv[at], "--raw") == 0) copy_from_launcher(argv[at + 1]);
        else return false;
    }
    if (at + 3 >= argc || strcmp(argv[at + 1], "--") != 0) return false;
    order->socket = argv[at];
    if (order->confinement.plan != NULL && (order->confinement.mounts == NULL || order->confinement.bwrap == NULL)) return false;
    order->program = argv[at + 2];
    order->argv = argv + at + 3;
    return order->program[0] == '/';
}

/* What a library between launcher and seat changed in the environment is put right here. */
void apply_settings(const struct order *order) {
    for (size_t i = 0; i < order->setting_count; i++) {
        char *setting = order->settings[i];
        if (strchr(setting, '=') != NULL) putenv(setting);
        else unsetenv(setting);
    }
}
