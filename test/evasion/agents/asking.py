"""A word to the process outside, over the loopback: it acts as a person would."""

import socket


def outside(world, *words):
    with socket.create_connection(("127.0.0.1", world["outside"]["port"])) as connection:
        connection.sendall((" ".join(words) + "\n").encode())
        return connection.makefile().readline().strip()
