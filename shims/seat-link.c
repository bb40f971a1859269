/* The line to the daemon: control/seat.sock, closed on exec so that the agent never holds it. */
#include "seat.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

bool link_open(struct link *link, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    *link = (struct link){.fd = -1};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) return false;
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        int problem = errno;
        close(fd);
        errno = problem;
        return false;
    }
    link->fd = fd;
    return true;
}

/* A daemon that is gone shows when reading; here there is nobody left to tell. */
static void send_line(const struct link *link, const char *line) {
    size_t left = strlen(line);
    while (left > 0) {
        ssize_t sent = write(link->fd, line, left);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        line += sent;
        left -= (size_t)sent;
    }
}

void link_tell(const struct link *link, const char *word) {
    char line[64];
    snprintf(line, sizeof line, "%s\n", word);
    send_line(link, line);
}

void link_tell_number(const struct link *link, const char *word, long number) {
    char line[64];
    snprintf(line, sizeof line, "%s %ld\n", word, number);
    send_line(link, line);
}

bool link_read(struct link *link, void (*on_line)(void *state, const char *line), void *state) {
    ssize_t got = read(link->fd, link->text + link->used, sizeof link->text - link->used);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) return false;
    link->used += (size_t)got;
    char *end;
    while ((end = memchr(link->text, '\n', link->used)) != NULL) {
        *end = '\0';
        on_line(state, link->text);
        size_t length = (size_t)(end - link->text) + 1;
        link->used -= length;
        memmove(link->text, link->text + length, link->used);
    }
    return link->used < sizeof link->text;
}

/* Who writes to an end that is gone reads nothing more of what that end had said: so this end goes last, or when time is up. */
void link_close(struct link *link) {
    enum { PATIENCE_MS = 2000 }; /* the daemon gives up after 3 s */
    long until_ms = now_ms() + PATIENCE_MS;
    shutdown(link->fd, SHUT_WR);
    for (long left; (left = until_ms - now_ms()) > 0;) {
        struct pollfd ready = {.fd = link->fd, .events = POLLIN};
        char unheard[256];
        if (poll(&ready, 1, (int)left) <= 0) continue;
        ssize_t got = read(link->fd, unheard, sizeof unheard);
        if (got == 0 || (got < 0 && errno != EINTR)) break;
    }
    close(link->fd);
    link->fd = -1;
}
