#!/usr/bin/python3
"""Not an agent: what else runs on the machine of the same user. It listens in many places, has a terminal and open files,
and tells the test (its stdout) each thing that reached it. What it is and where it listens it tells first, as one line."""

import ctypes
import json
import os
import pty
import selectors
import signal
import socket
import sys

ANSWER = b"heard\n"
listen_on = json.loads(sys.argv[1])
selector = selectors.DefaultSelector()
masters = {}
kept = []


def tell(where, what):
    print(json.dumps({"where": where, "what": what}), flush=True)


def serve(listener, where):
    connection, _ = listener.accept()
    selector.register(connection, selectors.EVENT_READ, lambda: answer(connection, where))


def answer(connection, where):
    said = connection.recv(4096).decode("utf-8", "replace").strip()
    if not said:
        selector.unregister(connection)
        connection.close()
        return
    tell(where, said)
    connection.sendall(obey(said) if where == "loopback" else ANSWER)


def obey(said):
    """A person at the keyboard, for attempts that need one."""
    word, *rest = said.split()
    if word == "terminal":
        return f"{open_terminal()}\n".encode()
    if word == "type":
        os.write(masters[rest[0]], b"typed-by-a-person\n")
    if word == "plant":
        plant(rest[0], " ".join(rest[1:]))
    if word == "renew":
        plant(f"{rest[0]}.lock", " ".join(rest[1:]))
        os.rename(f"{rest[0]}.lock", rest[0])
    return ANSWER


def plant(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{text}\n")


def open_terminal():
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    kept.append(slave)
    masters[name] = master
    selector.register(master, selectors.EVENT_READ, lambda: tell("terminal", os.read(master, 4096).decode()))
    return name


def read_terminal(name, slave):
    """A shell would run what it reads from its terminal."""
    selector.register(slave, selectors.EVENT_READ, lambda: tell("typed", os.read(slave, 4096).decode()))


def listen(kind, address):
    one = socket.socket(socket.AF_UNIX, kind)
    one.bind(address)
    where = address.replace("\0", "@")
    if kind == socket.SOCK_DGRAM:
        selector.register(one, selectors.EVENT_READ, lambda: tell(where, one.recv(4096).decode()))
        return
    one.listen(8)
    selector.register(one, selectors.EVENT_READ, lambda: serve(one, where))


def own_loopback():
    """Ports that are known by their number are one world's only at an address of its own."""
    number = os.getpid()
    return f"127.{1 + (number >> 14) % 250}.{number >> 7 & 127}.{1 + (number & 127)}"


def listen_on_port(address, port):
    one = socket.create_server((address, port))
    selector.register(one, selectors.EVENT_READ, lambda: serve(one, f"tcp:{port}"))


def listen_by_dead(address):
    """Listens in a process that ends; this one has the socket."""
    mine, its = socket.socketpair()
    child = os.fork()
    if child == 0:
        one = socket.socket(socket.AF_UNIX)
        one.bind(address)
        one.listen(8)
        socket.send_fds(its, [b"x"], [one.fileno()])
        os._exit(0)
    _, fds, _, _ = socket.recv_fds(mine, 1, 1)
    os.waitpid(child, 0)
    one = socket.socket(fileno=fds[0])
    selector.register(one, selectors.EVENT_READ, lambda: serve(one, address))
    return child


def handle_of(path):
    """The file's number on its disk."""
    number, at, room = 303 if os.uname().machine == "x86_64" else 264, -100, ctypes.create_string_buffer(136)
    ctypes.memmove(room, (128).to_bytes(4, "little"), 4)
    mounted = ctypes.c_int()
    ctypes.CDLL(None).syscall(number, at, path.encode(), room, ctypes.byref(mounted), 0)
    size = int.from_bytes(room.raw[:4], "little")
    return room.raw[4 : 8 + size].hex()


def share_memory(text):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    found = libc.shmget(0, 4096, 0o1600)
    ctypes.memmove(libc.shmat(found, None, 0), text.encode(), len(text))
    # Gone with the last who has it.
    libc.shmctl(found, 0, None)
    return found


def keep_key(text):
    ADD_KEY, USER_KEYRING = 248 if os.uname().machine == "x86_64" else 217, -4
    libc = ctypes.CDLL(None, use_errno=True)
    number = libc.syscall(ADD_KEY, b"user", f"guard-evasion-{os.getpid()}".encode(), text.encode(), len(text), USER_KEYRING)
    KEYCTL, SETPERM, SET_TIMEOUT = 250 if os.uname().machine == "x86_64" else 219, 5, 15
    POSSESSOR_AND_USER, SECONDS = 0x3F3F0000, 120
    libc.syscall(KEYCTL, SETPERM, number, POSSESSOR_AND_USER)
    libc.syscall(KEYCTL, SET_TIMEOUT, number, SECONDS)
    return number


def drop_capabilities():
    """As services do: whoever may look into it needs none for it."""
    libc = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    libc.capset(head, (ctypes.c_uint32 * 6)())


def main():
    for where in listen_on["streams"]:
        listen(socket.SOCK_STREAM, where)
    for where in listen_on["packets"]:
        listen(socket.SOCK_SEQPACKET, where)
    for where in listen_on["datagrams"]:
        listen(socket.SOCK_DGRAM, where)
    for where in listen_on["pipes"]:
        os.mkfifo(where)
        fifo = os.open(where, os.O_RDWR)
        selector.register(fifo, selectors.EVENT_READ, lambda fifo=fifo, where=where: tell(where, os.read(fifo, 4096).decode()))
    address = own_loopback()
    for port in listen_on["ports"]:
        listen_on_port(address, port)
    loopback = socket.create_server(("127.0.0.1", 0))
    selector.register(loopback, selectors.EVENT_READ, lambda: serve(loopback, "loopback"))
    # A connection that somebody else could copy.
    own = socket.create_connection(loopback.getsockname())
    signal.signal(signal.SIGUSR1, lambda *_: tell("signal", "SIGUSR1"))
    secret = os.open(listen_on["secret"], os.O_RDONLY)
    os.chdir(os.path.dirname(listen_on["secret"]))
    # Its own session on a terminal of its own, as a shell has.
    os.setsid()
    terminal = open_terminal()
    shell = kept[-1]
    read_terminal(terminal, shell)
    first = {
        "pid": os.getpid(),
        "port": loopback.getsockname()[1],
        "address": address,
        "terminal": terminal,
        "terminalFd": shell,
        # Nobody reads here but who should not.
        "unread": open_terminal(),
        "shared": share_memory(listen_on["text"]),
        "secretFd": secret,
        "connectionFd": own.fileno(),
        "key": keep_key(listen_on["text"]),
        "handle": handle_of(listen_on["secret"]),
        "deadListener": listen_by_dead(listen_on["byDead"]),
    }
    drop_capabilities()
    # The test is gone: so is this.
    selector.register(sys.stdin, selectors.EVENT_READ, lambda: os.read(0, 1) or os._exit(0))
    print(json.dumps(first), flush=True)
    while True:
        for key, _ in selector.select():
            key.data()


if __name__ == "__main__":
    main()
