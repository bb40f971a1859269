/* Whether an address is one of this machine's own: the kernel's routes say so for loopback, for every interface, and for what is bound to none. */
#include "gate-reach.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

struct question {
  struct nlmsghdr head;
  struct rtmsg body;
  char room[64];
};

static void add_part(struct question *question, unsigned short type, const void *bytes, unsigned short length) {
  struct rtattr *part = (struct rtattr *)((char *)question + NLMSG_ALIGN(question->head.nlmsg_len));
  part->rta_type = type;
  part->rta_len = (unsigned short)RTA_LENGTH(length);
  memcpy(RTA_DATA(part), bytes, length);
  question->head.nlmsg_len = NLMSG_ALIGN(question->head.nlmsg_len) + RTA_ALIGN(part->rta_len);
}

/* `interface`: 0, or the one that the address names: then the kernel looks for no other, its own addresses on others included. */
static void put_question_for(struct question *question, const struct internet *to, uint32_t interface) {
  const bool is_short = IN6_IS_ADDR_V4MAPPED(&to->address);
  memset(question, 0, sizeof *question);
  question->head = (struct nlmsghdr){.nlmsg_len = NLMSG_LENGTH(sizeof question->body), .nlmsg_type = RTM_GETROUTE, .nlmsg_flags = NLM_F_REQUEST};
  question->body.rtm_family = is_short ? AF_INET : AF_INET6;
  question->body.rtm_dst_len = is_short ? 32 : 128;
  if (is_short) add_part(question, RTA_DST, to->address.s6_addr + 12, 4);
  else add_part(question, RTA_DST, &to->address, sizeof to->address);
  if (interface != 0) add_part(question, RTA_OIF, &interface, sizeof interface);
}

static bool has_no_way(const struct nlmsghdr *head) {
  const struct nlmsgerr *said = NLMSG_DATA(head);
  return head->nlmsg_len >= NLMSG_LENGTH(sizeof *said) && (said->error == -ENETUNREACH || said->error == -EHOSTUNREACH);
}

/* What has no way at all is nobody's. Where the kernel does not tell, it may be ours. */
static bool read_answer(const char *bytes, ssize_t length) {
  const struct nlmsghdr *head = (const struct nlmsghdr *)bytes;
  if (length < (ssize_t)sizeof *head || !NLMSG_OK(head, (unsigned)length)) return true;
  if (head->nlmsg_type == NLMSG_ERROR) return !has_no_way(head);
  if (head->nlmsg_type != RTM_NEWROUTE || head->nlmsg_len < NLMSG_LENGTH(sizeof(struct rtmsg))) return true;
  return ((const struct rtmsg *)NLMSG_DATA(head))->rtm_type == RTN_LOCAL;
}

static bool is_local_on(const struct internet *to, uint32_t interface) {
  _Alignas(struct nlmsghdr) char bytes[4096];
  struct question question;
  put_question_for(&question, to, interface);
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (fd < 0) return true;
  ssize_t got = -1;
  if (send(fd, &question, question.head.nlmsg_len, 0) == (ssize_t)question.head.nlmsg_len)
    do got = recv(fd, bytes, sizeof bytes, 0);
    while (got < 0 && errno == EINTR);
  close(fd);
  return read_answer(bytes, got);
}

static bool is_loopback(const struct in6_addr *address) {
  return IN6_IS_ADDR_LOOPBACK(address) || (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
}

/* connect() looks at the interface for addresses of a link alone, and passes over it for all others: so does this. */
bool address_is_own(const struct internet *to) {
  if (to->is_any || is_loopback(&to->address) || is_local_on(to, 0)) return true;
  return to->scope != 0 && IN6_IS_ADDR_LINKLOCAL(&to->address) && is_local_on(to, to->scope);
}
