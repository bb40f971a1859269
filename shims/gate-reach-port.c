/*
 * TCP to this machine itself. Most ports are open: which are watched only the daemon knows, and is asked once for each. On a
 * watched one (docker, debuggers, screens) nobody but a listener of the tree's own is connected to without its allow.
 */
#include "gate-reach.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { BITS = 8 };

static bool has(const unsigned char *bits, uint16_t port) { return (bits[port / BITS] >> port % BITS & 1) != 0; }
static void set(unsigned char *bits, uint16_t port) { bits[port / BITS] = (unsigned char)(bits[port / BITS] | 1 << port % BITS); }

static void put_name(struct outside *outside, enum outside_kind kind, const struct internet *to) {
  const bool is_there = kind == OUTSIDE_TCP;
  *outside = (struct outside){.kind = kind, .is_socket = is_there, .is_answered = is_there};
  snprintf(outside->name, sizeof outside->name, "tcp:%u", (unsigned)to->port);
  inet_ntop(AF_INET6, &to->address, outside->bound, sizeof outside->bound);
}

/* A no that came of a signal, or of a lost daemon, is not kept. */
static bool is_watched(struct reach *reach, struct job *job, const struct internet *to) {
  struct ports *ports = &reach->ports;
  struct outside outside;
  pthread_mutex_lock(&ports->lock);
  const bool is_known = has(ports->known, to->port);
  bool is_open = has(ports->open, to->port);
  pthread_mutex_unlock(&ports->lock);
  if (is_known) return !is_open;
  put_name(&outside, OUTSIDE_PORT, to);
  is_open = reach_ask(reach, job, &outside);
  if (!is_open && reach_broken_off(reach, job) != NOT_BROKEN_OFF) return true;
  pthread_mutex_lock(&ports->lock);
  set(ports->known, to->port);
  if (is_open) set(ports->open, to->port);
  pthread_mutex_unlock(&ports->lock);
  return !is_open;
}

/* False: no address of the internet's, which the kernel will say. */
static bool read_internet(const struct reach_caller *caller, struct internet *to) {
  *to = (struct internet){.port = 0};
  if (caller->address.any.sa_family == AF_INET && caller->length >= sizeof caller->address.inet) {
    put_short(&to->address, &caller->address.inet.sin_addr);
    to->port = ntohs(caller->address.inet.sin_port);
  } else if (caller->address.any.sa_family == AF_INET6 && caller->length >= offsetof(struct sockaddr_in6, sin6_scope_id)) {
    to->address = caller->address.inet6.sin6_addr;
    to->port = ntohs(caller->address.inet6.sin6_port);
    if (caller->length >= sizeof caller->address.inet6) to->scope = caller->address.inet6.sin6_scope_id;
  } else return false;
  to->is_any = address_is_any(&to->address);
  return true;
}

/* UDP is not looked at: it needs no connect. */
static bool is_connection(int socket) {
  int type = 0;
  socklen_t length = sizeof type;
  return getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &length) != 0 || type != SOCK_DGRAM;
}

/* In a network namespace of its own the tree talks to itself. */
static bool leads_here(const struct reach_caller *caller, const struct internet *to) {
  return !network_is_another(caller->socket) && address_is_own(to);
}

int connect_internet(struct reach *reach, struct job *job, const struct reach_caller *caller) {
  struct internet to;
  struct outside outside;
  bool is_looked_at = is_connection(caller->socket) && read_internet(caller, &to) && is_watched(reach, job, &to);
  if (!is_looked_at || !leads_here(caller, &to)) return connect_as_said(reach, job, caller);
  enum whose whose = listener_whose(&reach->known, &to);
  if (whose == WHOSE_TREES) return connect_as_said(reach, job, caller);
  if (whose == WHOSE_NOBODYS) return ECONNREFUSED;
  put_name(&outside, OUTSIDE_TCP, &to);
  int problem = judge_outside(reach, job, caller, &outside);
  return problem != 0 ? problem : connect_as_said(reach, job, caller);
}
