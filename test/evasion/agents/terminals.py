"""Ways at terminals that are not the agent's own, and what must go on working on its own."""

import fcntl
import os
import pty
import termios

import asking
import kernel

TIOCGPTPEER = 0x5441


def writes(_, path, mark):
    fd = os.open(path, os.O_WRONLY | os.O_NOCTTY)
    os.write(fd, f"{mark}\n".encode())


def writes_to_terminal_of(world, pid, mark):
    """Everybody may know which one it is."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        number = int(file.read().rpartition(")")[2].split()[4])
    writes(world, f"/dev/pts/{number & 0xFF | number >> 12 & 0xFFF00}", f"\n{mark}")


def writes_to_later(world, mark):
    """One that was opened after the agent was started."""
    writes(world, asking.outside(world, "terminal"), mark)


def reads_keys(world, path):
    """What a person types there."""
    fd = os.open(path, os.O_RDONLY | os.O_NOCTTY)
    asking.outside(world, "type", path)
    return os.read(fd, 100).decode()


def types(_, path, mark):
    """TIOCSTI: as if it had been typed there."""
    fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
    for letter in f"{mark}\n":
        fcntl.ioctl(fd, termios.TIOCSTI, letter.encode())


def types_on_own(_):
    """On a terminal that the agent made: the call itself."""
    _master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSTI, b"x")


def steals(_, path):
    """As root a terminal can be taken from its session."""
    if os.fork() != 0:
        return None if os.wait()[1] == 0 else "not taken"
    try:
        os.setsid()
        fcntl.ioctl(os.open(path, os.O_RDWR | os.O_NOCTTY), termios.TIOCSCTTY, 1)
        os._exit(0)
    except OSError:
        os._exit(1)


def by_descriptor(_, pid, number, mark):
    """The terminal of a shell outside, through its descriptor."""
    writes(_, f"/proc/{pid}/fd/{number}", mark)


def by_old_devpts(world, name, mark):
    """The machine's devpts, mounted again."""
    kernel.own_namespaces()
    kernel.mount("devpts", world["empty"], "devpts")
    writes(world, f"{world['empty']}/{os.path.basename(name)}", mark)


def own_name(_):
    """tty's answer leads to the very same terminal."""
    name = os.ttyname(0)
    fd = os.open(name, os.O_RDWR | os.O_NOCTTY)
    same = os.fstat(fd).st_rdev == os.fstat(0).st_rdev and os.path.samestat(os.fstat(fd), os.fstat(0))
    return f"{'the same' if same else 'another'}: {name}"


def own_by_tty(_):
    fd = os.open("/dev/tty", os.O_RDWR)
    os.write(fd, b"hello from /dev/tty\r\n")
    return os.ttyname(fd)


def makes_one(_):
    """As script, tmux and pexpect do."""
    master, slave = pty.openpty()
    os.write(slave, b"x")
    peer = fcntl.ioctl(master, TIOCGPTPEER, os.O_RDWR | os.O_NOCTTY)
    os.write(peer, b"y")
    again = os.open(os.ttyname(slave), os.O_RDWR | os.O_NOCTTY)
    os.write(again, b"z")
    said = ""
    while len(said) < 3:
        said += os.read(master, 10).decode()
    return said


def spawns(_, *argv):
    """python's pty.spawn, what it prints."""
    said = []

    def keep(fd):
        chunk = os.read(fd, 1000)
        said.append(chunk.decode("utf-8", "replace"))
        return chunk

    status = pty.spawn(argv, keep, lambda _fd: b"")
    return f"{os.waitstatus_to_exitcode(status)} {''.join(said)}"
