/* What the gate traces: few, and all of them looked at often; a list will do. */
#include "gate-task.h"

#include <stdlib.h>
#include <string.h>

struct task *task_find(const struct tasks *tasks, pid_t pid) {
  for (size_t at = 0; at < tasks->used; at++)
    if (tasks->list[at].pid == pid) return &tasks->list[at];
  return NULL;
}

struct task *task_announced(const struct tasks *tasks, unsigned long question) {
  for (size_t at = 0; at < tasks->used; at++)
    if (tasks->list[at].early == EARLY_ASKED && tasks->list[at].announced == question) return &tasks->list[at];
  return NULL;
}

struct task *task_asked(const struct tasks *tasks, unsigned long question) {
  for (size_t at = 0; at < tasks->used; at++)
    if (tasks->list[at].state != TASK_CALLING && tasks->list[at].question == question) return &tasks->list[at];
  return NULL;
}

bool task_is_asked(const struct task *task) { return task->state == TASK_HELD || task->state == TASK_PARKED; }

struct task *task_add(struct tasks *tasks, pid_t pid) {
  if (tasks->used == tasks->room) {
    size_t room = tasks->room == 0 ? 64 : 2 * tasks->room;
    struct task *list = realloc(tasks->list, room * sizeof *list);
    if (list == NULL) return NULL;
    tasks->list = list;
    tasks->room = room;
  }
  struct task *task = &tasks->list[tasks->used++];
  memset(task, 0, sizeof *task);
  task->pid = pid;
  return task;
}

void task_remove(struct tasks *tasks, struct task *task) {
  free(task->denial);
  free(task->said.bytes);
  free(task->words.bytes);
  *task = tasks->list[--tasks->used];
}
