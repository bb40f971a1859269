"""System calls that python has no name for, and the namespaces that an agent can make for itself."""

import ctypes
import os
import platform

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

NEWNS, NEWCGROUP, NEWUSER, NEWPID, NEWNET = 0x20000, 0x2000000, 0x10000000, 0x20000000, 0x40000000
BIND, REC, PRIVATE, REMOUNT, MOVE, DETACH = 0x1000, 0x4000, 0x40000, 0x20, 0x2000, 2
X86 = platform.machine() == "x86_64"
NUMBERS = {
    "name_to_handle_at": 303 if X86 else 264,
    "open_by_handle_at": 304 if X86 else 265,
    "setns": 308 if X86 else 268,
    "keyctl": 250 if X86 else 219,
    "ioprio_set": 251 if X86 else 30,
    "pivot_root": 155 if X86 else 41,
    "clone3": 435,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "pidfd_open": 434,
    "pidfd_getfd": 438,
    "mount_setattr": 442,
}


def require(result, what=""):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


def call(name, *args):
    plain = [ctypes.c_long(one) if isinstance(one, int) else one for one in args]
    return require(libc.syscall(NUMBERS[name], *plain), name)


def mount(source, target, kind=None, flags=0, data=None):
    words = [None if one is None else one.encode() for one in (source, target, kind)]
    require(libc.mount(*words, ctypes.c_ulong(flags), None if data is None else data.encode()), "mount")


def umount(target, flags=DETACH):
    require(libc.umount2(target.encode(), flags), "umount")


def unshare(flags):
    require(libc.unshare(flags), "unshare")


def own_namespaces(flags=NEWNS):
    """All capabilities in a user namespace of its own; as root where that is allowed, else as nobody in particular."""
    uid, gid = os.getuid(), os.getgid()
    unshare(NEWUSER | flags)
    for name, line in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")):
        try:
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(line)
        except OSError:
            pass


def in_new_pid_namespace(flags, act):
    """What act returns, said by a child that is the first process of a pid namespace."""
    own_namespaces(NEWNS | NEWPID | flags)
    mine, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            says = str(act())
        except OSError as problem:
            says = f"{type(problem).__name__} {problem.strerror}"
        os.write(its, says.encode())
        os._exit(0)
    os.close(its)
    os.waitpid(pid, 0)
    return os.read(mine, 4000).decode()


def leave_all_mounts(world):
    """A namespace of its own with nothing in it but an empty root. Descriptors that were opened before go on working, and no
    name below them is a mount point of this namespace."""
    own_namespaces()
    mount(None, "/", None, REC | PRIVATE)
    mount("tmpfs", world["empty"], "tmpfs")
    os.chdir(world["empty"])
    call("pivot_root", b".", b".")
    umount(".")
