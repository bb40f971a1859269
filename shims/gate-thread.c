/*
 * Calls that hinder the process whose number they name: one that never gets the processor, or may open no file, holds
 * everything up. Each thread has a number, and one number speaks for all of its process's limits; so the filter, which
 * knows guard's processes by their first thread, has the gate look whose the number is.
 */
#include "gate-thread.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A counter can have a signal sent to whom it counts; root needs no leave for that. */
const struct hindrance hindrances[] = {
    {__NR_sched_setscheduler, 0}, {__NR_sched_setparam, 0}, {__NR_sched_setattr, 0},    {__NR_sched_setaffinity, 0},
    {__NR_setpriority, 1},        {__NR_ioprio_set, 1},     {__NR_perf_event_open, 1}, {__NR_prlimit64, 0},
};
const size_t hindrance_count = sizeof hindrances / sizeof *hindrances;

static const struct hindrance *find(int call) {
  for (size_t at = 0; at < hindrance_count; at++)
    if (hindrances[at].call == call) return &hindrances[at];
  return NULL;
}

bool is_hindrance(int call) { return find(call) != NULL; }

bool hinders_guard(const struct seccomp_data *call, const pid_t *guarded, size_t guarded_count) {
  const struct hindrance *way = find(call->nr);
  if (way == NULL) return true;
  for (size_t at = 0; at < guarded_count; at++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task/%lu", (long)guarded[at], (unsigned long)(uint32_t)call->args[way->argument]);
    if (access(path, F_OK) == 0) return true;
  }
  return false;
}
