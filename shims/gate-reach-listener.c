/* Who listens on a port of this machine: the kernel's list (sock_diag). Where several might be the one that answers, all must be the tree's. */
#include "gate-reach.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

enum { STATE_LISTENS = 10, ANSWER_ROOM = 16 << 10 };

struct found {
  bool trees, others;
};

static int send_request(uint8_t family, uint16_t port) {
  struct {
    struct nlmsghdr head;
    struct inet_diag_req_v2 body;
  } request = {
      .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
      .body = {.sdiag_family = family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = 1 << STATE_LISTENS, .id = {.idiag_sport = htons(port)}},
  };
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (fd < 0) return -1;
  if (send(fd, &request, sizeof request, 0) == (ssize_t)sizeof request) return fd;
  close(fd);
  return -1;
}

void put_short(struct in6_addr *address, const void *four) {
  memset(address, 0, sizeof *address);
  memset(address->s6_addr + 10, 0xff, 2);
  memcpy(address->s6_addr + 12, four, 4);
}

bool address_is_any(const struct in6_addr *address) {
  static const unsigned char none[4] = {0};
  return IN6_IS_ADDR_UNSPECIFIED(address) || (IN6_IS_ADDR_V4MAPPED(address) && memcmp(address->s6_addr + 12, none, sizeof none) == 0);
}

/* One for all addresses answers for each, also for those of the other family. */
static bool may_answer(const struct inet_diag_msg *one, const struct internet *to) {
  struct in6_addr bound;
  if (ntohs(one->id.idiag_sport) != to->port) return false;
  if (one->idiag_family == AF_INET) put_short(&bound, one->id.idiag_src);
  else memcpy(&bound, one->id.idiag_src, sizeof bound);
  return to->is_any || address_is_any(&bound) || memcmp(&bound, &to->address, sizeof bound) == 0;
}

enum part { PART_BROKEN = 0, PART_MORE, PART_END };

static enum part read_part(struct known_sockets *known, const struct internet *to, const char *bytes, size_t length, struct found *found) {
  unsigned left = (unsigned)length;
  for (const struct nlmsghdr *head = (const struct nlmsghdr *)bytes; NLMSG_OK(head, left); head = NLMSG_NEXT(head, left)) {
    if (head->nlmsg_type == NLMSG_DONE) return PART_END;
    if (head->nlmsg_type != SOCK_DIAG_BY_FAMILY || head->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return PART_BROKEN;
    const struct inet_diag_msg *one = NLMSG_DATA(head);
    if (!may_answer(one, to)) continue;
    if (known_has(known, (uint64_t)one->id.idiag_cookie[1] << 32 | one->id.idiag_cookie[0])) found->trees = true;
    else found->others = true;
  }
  return PART_MORE;
}

static bool look(struct known_sockets *known, const struct internet *to, uint8_t family, struct found *found) {
  _Alignas(struct nlmsghdr) char bytes[ANSWER_ROOM];
  int fd = send_request(family, to->port);
  if (fd < 0) return false;
  enum part part = PART_MORE;
  while (part == PART_MORE) {
    ssize_t got = recv(fd, bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    part = got <= 0 ? PART_BROKEN : read_part(known, to, bytes, (size_t)got, found);
  }
  close(fd);
  return part == PART_END;
}

enum whose listener_whose(struct known_sockets *known, const struct internet *to) {
  struct found found = {.trees = false, .others = false};
  if (!look(known, to, AF_INET, &found) || !look(known, to, AF_INET6, &found)) return WHOSE_UNKNOWN;
  return found.others ? WHOSE_OUTSIDE : found.trees ? WHOSE_TREES : WHOSE_NOBODYS;
}
