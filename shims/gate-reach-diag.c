/* The kernel's list of sockets with a name (sock_diag): which file each is bound to, and its cookie. */
#include "gate-reach.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <unistd.h>

/* Of the kernel's socket states: one that listens, and one for datagrams (or not listening yet). */
enum { STATE_LISTENS = 10, STATE_PLAIN = 7, ANSWER_ROOM = 32 << 10 };

struct request {
  struct nlmsghdr head;
  struct unix_diag_req body;
};

static int send_request(struct unix_diag_req body, uint16_t flags) {
  struct request request = {
      .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags)},
      .body = body,
  };
  request.body.sdiag_family = AF_UNIX;
  request.body.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_VFS;
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (fd < 0) return -1;
  if (send(fd, &request, sizeof request, 0) == (ssize_t)sizeof request) return fd;
  close(fd);
  return -1;
}

static void read_one(const struct nlmsghdr *head, struct bound_socket *bound) {
  const struct unix_diag_msg *body = NLMSG_DATA(head);
  memset(bound, 0, sizeof *bound);
  bound->found = body->udiag_state == STATE_LISTENS || body->udiag_type == SOCK_DGRAM;
  bound->inode = body->udiag_ino;
  bound->cookie = (uint64_t)body->udiag_cookie[1] << 32 | body->udiag_cookie[0];
  int left = (int)(head->nlmsg_len - NLMSG_LENGTH(sizeof *body));
  for (const struct rtattr *part = (const struct rtattr *)(body + 1); RTA_OK(part, left); part = RTA_NEXT(part, left)) {
    size_t length = RTA_PAYLOAD(part);
    if (part->rta_type == UNIX_DIAG_NAME && length <= sizeof bound->name) {
      memcpy(bound->name, RTA_DATA(part), length);
      bound->name_length = length;
    }
    if (part->rta_type != UNIX_DIAG_VFS || length < sizeof(struct unix_diag_vfs)) continue;
    const struct unix_diag_vfs *file = RTA_DATA(part);
    bound->file_device = file->udiag_vfs_dev;
    bound->file_inode = file->udiag_vfs_ino;
  }
}

static bool is_wanted(const struct bound_wanted *wanted, const struct bound_socket *bound) {
  if (!bound->found) return false;
  if (wanted->name != NULL)
    return bound->name_length == wanted->name_length && memcmp(bound->name, wanted->name, wanted->name_length) == 0;
  return bound->file_inode == wanted->file_inode && bound->file_device == wanted->file_device && bound->file_inode != 0;
}

enum part { PART_BROKEN = 0, PART_MORE, PART_END };

static enum part read_part(const struct bound_wanted *wanted, struct bound_socket *bound, const char *bytes, size_t length) {
  unsigned left = (unsigned)length;
  struct bound_socket one;
  for (const struct nlmsghdr *head = (const struct nlmsghdr *)bytes; NLMSG_OK(head, left); head = NLMSG_NEXT(head, left)) {
    if (head->nlmsg_type == NLMSG_DONE) return PART_END;
    if (head->nlmsg_type != SOCK_DIAG_BY_FAMILY || head->nlmsg_len < NLMSG_LENGTH(sizeof(struct unix_diag_msg))) return PART_BROKEN;
    read_one(head, &one);
    if (is_wanted(wanted, &one)) *bound = one;
  }
  return PART_MORE;
}

static ssize_t receive(int fd, char *bytes, size_t room) {
  for (;;) {
    ssize_t got = recv(fd, bytes, room, 0);
    if (got >= 0 || errno != EINTR) return got;
  }
}

bool bound_find(const struct bound_wanted *wanted, struct bound_socket *bound) {
  _Alignas(struct nlmsghdr) char bytes[ANSWER_ROOM];
  memset(bound, 0, sizeof *bound);
  int fd = send_request((struct unix_diag_req){.udiag_states = 1 << STATE_LISTENS | 1 << STATE_PLAIN}, NLM_F_DUMP);
  if (fd < 0) return false;
  enum part part = PART_MORE;
  while (part == PART_MORE) {
    ssize_t got = receive(fd, bytes, sizeof bytes);
    part = got <= 0 ? PART_BROKEN : read_part(wanted, bound, bytes, (size_t)got);
  }
  close(fd);
  return part == PART_END;
}

bool bound_lives(const struct known_socket *known) {
  _Alignas(struct nlmsghdr) char bytes[1024];
  struct unix_diag_req one = {.udiag_ino = known->inode, .udiag_cookie = {(uint32_t)known->cookie, (uint32_t)(known->cookie >> 32)}};
  struct bound_wanted wanted = {.file_device = known->file_device, .file_inode = known->file_inode};
  struct bound_socket bound = {.found = false};
  int fd = send_request(one, 0);
  if (fd < 0) return false;
  ssize_t got = receive(fd, bytes, sizeof bytes);
  close(fd);
  return got > 0 && read_part(&wanted, &bound, bytes, (size_t)got) == PART_MORE && bound.found && bound.cookie == known->cookie;
}
