"""Ways to somebody outside who would act: by sockets, pipes and what lies behind them."""

import array
import ctypes
import os
import socket
import struct

import kernel
from kernel import call


def tell(connection, mark):
    connection.sendall(f"{mark}\n".encode())
    # The listener's answer: it has read it.
    return connection.recv(64).decode() or "closed"


def stream(_, path, mark):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        return tell(connection, mark)


def abstract(_, name, mark):
    return stream(_, f"\0{name}", mark)


def packets(_, path, mark):
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(path)
        return tell(connection, mark)


def relative(_, path, mark):
    os.chdir(os.path.dirname(path))
    return stream(_, f"./{os.path.basename(path)}", mark)


def by_link(world, path, mark):
    link = os.path.join(world["project"], "a-socket")
    os.symlink(path, link)
    try:
        return stream(world, link, mark)
    finally:
        os.unlink(link)


def by_hard_link(world, path, mark):
    link = os.path.join(world["project"], "b-socket")
    os.link(path, link)
    try:
        return stream(world, link, mark)
    finally:
        os.unlink(link)


def by_descriptor(_, path, mark):
    fd = os.open(path, os.O_PATH)
    return stream(_, f"/proc/self/fd/{fd}", mark)


def by_other_root(_, pid, path, mark):
    return stream(_, f"/proc/{pid}/root{path}", mark)


def in_own_namespace(world, path, mark):
    """Bound to another place first."""
    kernel.own_namespaces()
    place = os.path.join(world["project"], "c-socket")
    os.close(os.open(place, os.O_CREAT | os.O_WRONLY))
    kernel.mount(path, place, None, kernel.BIND)
    return stream(world, place, mark)


def datagram(_, path, mark):
    """Without connect()."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.sendto(mark.encode(), path)


def datagram_message(_, path, mark):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.sendmsg([mark.encode()], [], 0, path)


def raw_datagram(_, path, mark):
    """The kernel makes one for datagrams of it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_RAW) as one:
        one.sendto(mark.encode(), path)


def datagram_of_pair(_, path, mark):
    """A connected one sends elsewhere too."""
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with one, other:
        one.sendto(mark.encode(), path)


def connected_datagram(_, path, mark):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.connect(path)
        one.send(mark.encode())


def pipe(_, path, mark):
    fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    os.write(fd, f"{mark}\n".encode())


def loopback(_, port, mark):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        return tell(connection, mark)


def port(_, address, number, mark):
    with socket.create_connection((address, number)) as connection:
        return tell(connection, mark)


def port_by_fast_open(_, address, number, mark):
    """The connection is made by the first message."""
    with socket.socket() as connection:
        connection.sendto(f"{mark}\n".encode(), socket.MSG_FASTOPEN, (address, number))
        return connection.recv(64).decode()


def taken_connection(_, pid, number, mark):
    """A connection that another process has, copied from it."""
    fd = call("pidfd_getfd", call("pidfd_open", pid, 0), number, 0)
    return tell(socket.socket(fileno=fd), mark)


def with_number_of_dead_listener(_, path, listener, mark):
    """Who listens is told by the number of the process that called listen(): here one that is gone, and taken again."""
    libc = kernel.libc
    number = ctypes.c_int(listener)
    # clone_args: set_tid and set_tid_size are its 9th and 10th word, the signal at the end its 5th.
    words = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17, 0, 0, 0, ctypes.addressof(number), 1, 0)
    mine, its = os.pipe()
    child = libc.syscall(kernel.NUMBERS["clone3"], ctypes.byref(words), ctypes.sizeof(words))
    if child == 0:
        os.read(mine, 1)
        os._exit(0)
    kernel.require(child, "clone3")
    try:
        return stream(_, path, mark)
    finally:
        os.write(its, b"x")
        os.waitpid(child, 0)


# tmux's own words (protocol 8): who asks, then the command.
COMMAND, LONG_FLAGS, TERM, TTY, CWD, STDIN, ENVIRON, DONE, PID, STDOUT = 200, 111, 101, 102, 108, 104, 105, 106, 107, 110


def tmux(_, path, line):
    """A client of tmux in python: the server runs the line, outside."""

    def send(kind, text=b"", fd=None):
        head = struct.pack("=IHHII", kind, 16 + len(text), 0 if fd is None else 1, 8, os.getpid())
        rights = [] if fd is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))]
        server.sendmsg([head + text], rights)

    with socket.socket(socket.AF_UNIX) as server:
        server.connect(path)
        null = os.open("/dev/null", os.O_RDWR)
        send(LONG_FLAGS, struct.pack("=Q", 0))
        send(TERM, b"xterm\0")
        send(TTY, b"\0")
        send(CWD, b"/\0")
        send(STDIN, b"", null)
        send(STDOUT, b"", null)
        send(PID, struct.pack("=i", os.getpid()))
        send(DONE)
        words = ["run-shell", line]
        send(COMMAND, struct.pack("=i", len(words)) + b"".join(word.encode() + b"\0" for word in words))
        # Its answer comes when the line was run.
        server.recv(65536)
