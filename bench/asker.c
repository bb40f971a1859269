/* For bench/session.mjs: asks N times over one connection, one check after the other, and prints each time in microseconds.
 * ASKER SOCKET FOLDER N PAUSE_US LINE… A line that ends in # gets a number there that no other check has. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int read_all(int fd, char *into, size_t wanted) {
    for (size_t have = 0; have < wanted;) {
        ssize_t got = read(fd, into + have, wanted - have);
        if (got <= 0) return 0;
        have += (size_t)got;
    }
    return 1;
}

static size_t field(char *into, const char *name, const char *value) {
    return (size_t)sprintf(into, "%s=%s", name, value) + 1;
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) return 1;
    int lines = argc - 5;
    for (int n = 0; n < atoi(argv[3]); n++) {
        char frame[8192], answer[8192], line[512];
        const char *given = argv[5 + n % lines];
        size_t size_given = strlen(given);
        if (size_given > 0 && given[size_given - 1] == '#')
            snprintf(line, sizeof line, "%.*s%d.%d", (int)size_given - 1, given, getpid(), n);
        else
            snprintf(line, sizeof line, "%s", given);
        size_t length = 4;
        const char *names[] = {"guard", "op", "id", "layer", "kind", "shell", "pid", "cwd", "line"};
        const char *values[] = {"1", "check", "1", "hook", "line", "bash", "4194999", argv[2], line};
        for (int i = 0; i < 9; i++) length += field(frame + length, names[i], values[i]);
        uint32_t payload = (uint32_t)(length - 4);
        for (int i = 0; i < 4; i++) frame[i] = (char)(payload >> (24 - 8 * i));
        double from = now_us();
        unsigned char head[4];
        if (write(fd, frame, length) != (ssize_t)length || !read_all(fd, (char *)head, 4)) return 1;
        size_t size = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (size > sizeof answer || !read_all(fd, answer, size)) return 1;
        printf("%.0f\n", now_us() - from);
        usleep((useconds_t)atoi(argv[4]));
    }
    return 0;
}
