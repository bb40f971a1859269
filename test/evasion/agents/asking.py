"""A word to the process outside, over the loopback: it acts as a person would."""

import select
import socket

GUARD_TAKES_AT_MOST_MS = 2500


def outside(world, *words):
    with socket.create_connection(("127.0.0.1", world["outside"]["port"])) as connection:
        connection.sendall((" ".join(words) + "\n").encode())
        return connection.makefile().readline().strip()


def owner(world, word, path, text):
    """The owner changes it, and guard has its turn: where something lies over the file, the kernel tells when mounts change."""
    lies_over = mounts_at(path)
    with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as mounts:
        changed = select.poll()
        changed.register(mounts, select.POLLPRI)
        outside(world, word, path, text)
        # What is renamed over took its mount along; what was written to in place has it still.
        wanted = lies_over + 1 if word == "plant" else lies_over
        while lies_over and mounts_at(path) < wanted and changed.poll(GUARD_TAKES_AT_MOST_MS):
            pass


def mounts_at(path):
    with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as mounts:
        return sum(line.split(" ")[4] == path for line in mounts)
