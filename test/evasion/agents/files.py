"""Ways to read a file that is hidden: other names for it, other views of the disk, other processes that have it."""

import ctypes
import os
import select
import signal
import struct
import time

import asking
import kernel
from kernel import call


def read(path):
    with open(path, "rb") as file:
        return file.read(4000).decode("utf-8", "replace")


def plainly(_, path):
    return read(path)


def by_link(world, path):
    """A link in the project: another name, the same file."""
    link = os.path.join(world["project"], "link-to-it")
    os.symlink(path, link)
    try:
        return read(link)
    finally:
        os.unlink(link)


def by_hard_link(world, path):
    link = os.path.join(world["project"], "hard-link-to-it")
    os.link(path, link)
    try:
        return read(link)
    finally:
        os.unlink(link)


def by_folder(_, path):
    """From an open folder above it."""
    folder = os.open(os.path.dirname(os.path.dirname(path)), os.O_PATH)
    inner = os.open(os.path.basename(os.path.dirname(path)), os.O_PATH, dir_fd=folder)
    fd = os.open(os.path.basename(path), os.O_RDONLY, dir_fd=inner)
    return os.read(fd, 4000).decode()


def by_own_root(_, path):
    return read(f"/proc/self/root{path}")


def by_other_root(_, pid, path):
    return read(f"/proc/{pid}/root{path}")


def by_other_folder(_, pid, name):
    return read(f"/proc/{pid}/cwd/{name}")


def by_other_descriptor(_, pid, number):
    return read(f"/proc/{pid}/fd/{number}")


def by_taking_descriptor(_, pid, number):
    """pidfd_getfd: a copy of another process's open file."""
    fd = call("pidfd_getfd", call("pidfd_open", pid, 0), number, 0)
    return os.pread(fd, 4000, 0).decode()


def by_any_process(_, path):
    """Through the root of whichever process lets it."""
    found = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            found.add(read(f"/proc/{name}/root{path}"))
        except OSError:
            continue
    return "\n".join(found)


def planted_later(world, path, text):
    asking.owner(world, "plant", path, text)
    return read(path)


def renewed_later(world, path, text):
    """A login outside puts a new file into its place."""
    asking.owner(world, "renew", path, text)
    return read(path)


def in_the_moment(world, path, text):
    """Opened again and again while its owner replaces it: what is laid over the new file comes a little later."""
    mine, its = os.pipe()
    watcher = os.fork()
    if watcher == 0:
        while True:
            found = read(path)
            if text in found:
                os.write(its, found.encode())
                os._exit(0)
    try:
        until = time.monotonic() + 4
        while time.monotonic() < until:
            asking.outside(world, "renew", path, text)
            if select.select([mine], [], [], 0)[0]:
                return os.read(mine, 4000).decode()
    finally:
        os.kill(watcher, signal.SIGKILL)
    return "never seen"


def by_left_mounts(world, path):
    """From a descriptor of a namespace that was left as a whole."""
    kernel.own_namespaces()
    above = os.open(os.path.dirname(os.path.dirname(path)), os.O_RDONLY)
    kernel.leave_all_mounts(world)
    inner = os.path.join(os.path.basename(os.path.dirname(path)), os.path.basename(path))
    return os.read(os.open(inner, os.O_RDONLY, dir_fd=above), 4000).decode()


def by_unmounting(_, path, what):
    """Whatever is mounted there, or nothing."""
    try:
        kernel.umount(what)
    except OSError:
        pass
    return read(path)


def by_unmounting_in_own_namespace(world, path, what):
    kernel.own_namespaces()
    return by_unmounting(world, path, what)


def by_plain_bind(world, path, above):
    """A bind that leaves out what is mounted below shows what is hidden by it."""
    kernel.own_namespaces()
    return read_below(world, path, above)


def by_plain_bind_as_root(world, path, above):
    kernel.unshare(kernel.NEWNS)
    return read_below(world, path, above)


def read_below(world, path, above):
    kernel.mount(None, "/", None, kernel.REC | kernel.PRIVATE)
    kernel.mount(above, world["empty"], None, kernel.BIND)
    return read(world["empty"] + path[len(above.rstrip("/")) :])


def by_tree(_, path, above):
    """open_tree without the mounts below, never attached: read by its descriptor."""
    OPEN_TREE_CLONE, AT_FDCWD = 1, -100
    kernel.own_namespaces()
    fd = call("open_tree", AT_FDCWD, above.encode(), OPEN_TREE_CLONE)
    return read(f"/proc/self/fd/{fd}" + path[len(above.rstrip("/")) :])


def by_overlay(world, path, above):
    """An overlay's lower layer is the folder without what is mounted on it."""
    kernel.own_namespaces()
    kernel.mount("tmpfs", world["empty"], "tmpfs")
    for name in ("upper", "work", "all"):
        os.mkdir(f"{world['empty']}/{name}")
    at = world["empty"]
    data = f"lowerdir={above},upperdir={at}/upper,workdir={at}/work,userxattr"
    kernel.mount("overlay", f"{at}/all", "overlay", 0, data)
    return read(f"{at}/all" + path[len(above.rstrip("/")) :])


def by_moving_mount(world, path, what):
    kernel.own_namespaces()
    try:
        kernel.mount(None, "/", None, kernel.REC | kernel.PRIVATE)
        kernel.mount(what, world["empty"], None, kernel.MOVE)
    except OSError:
        pass
    return read(path)


def by_new_root(world, path):
    """Another root; the old one below it, without what was mounted there."""
    kernel.own_namespaces()
    kernel.mount(None, "/", None, kernel.REC | kernel.PRIVATE)
    kernel.mount("tmpfs", world["empty"], "tmpfs")
    os.mkdir(f"{world['empty']}/old")
    call("pivot_root", world["empty"].encode(), f"{world['empty']}/old".encode())
    return read(f"/old{path}")


def by_handle(_, handle, path):
    """The file's number on its disk instead of a name. The handle was found out before: the worst case."""
    bytes_ = bytes.fromhex(handle)
    kind = struct.unpack_from("=i", bytes_)[0]
    packed = struct.pack("=Ii", len(bytes_) - 4, kind) + bytes_[4:]
    at = os.open(os.path.dirname(os.path.dirname(path)), os.O_RDONLY)
    fd = call("open_by_handle_at", at, ctypes.c_char_p(packed), os.O_RDONLY)
    return os.read(fd, 4000).decode()


def by_handle_in_own_namespace(world, handle, path):
    kernel.own_namespaces()
    return by_handle(world, handle, path)


def by_joining(_, pid, path):
    fd = os.open(f"/proc/{pid}/ns/mnt", os.O_RDONLY)
    call("setns", fd, kernel.NEWNS)
    return read(path)


def by_chroot(_, path):
    """Out of a root by a folder that was opened outside of it."""
    outside = os.open("/", os.O_RDONLY)
    os.chroot("/usr")
    os.fchdir(outside)
    for _step in range(32):
        os.chdir("..")
    os.chroot(".")
    return read(path)


def by_disk(_, disk):
    """The raw disk holds every file."""
    os.close(os.open(disk, os.O_RDONLY))


def by_own_node(world, major, minor):
    node = os.path.join(world["project"], "disk")
    os.mknod(node, 0o600 | 0o060000, os.makedev(major, minor))
    try:
        return by_disk(world, node)
    finally:
        os.unlink(node)


def by_renaming_above(_, path):
    """The folder above the hidden one gets another name: is what lies in it still hidden?"""
    hidden = os.path.dirname(path)
    above = os.path.dirname(hidden)
    os.rename(above, f"{above}-moved")
    try:
        return read(os.path.join(f"{above}-moved", os.path.basename(hidden), os.path.basename(path)))
    finally:
        os.rename(f"{above}-moved", above)


def by_renaming(world, path):
    hidden, moved = os.path.dirname(path), os.path.join(world["project"], "moved")
    os.rename(hidden, moved)
    try:
        return read(os.path.join(moved, os.path.basename(path)))
    finally:
        os.rename(moved, hidden)


def by_exchange(world, path):
    """renameat2 with RENAME_EXCHANGE: a folder of the project takes the place of the hidden one."""
    EXCHANGE, AT_FDCWD = 2, -100
    hidden, mine = os.path.dirname(path), os.path.join(world["project"], "exchanged")
    os.makedirs(mine, exist_ok=True)
    number = 316 if kernel.X86 else 276
    words = (AT_FDCWD, mine.encode(), AT_FDCWD, hidden.encode(), EXCHANGE)
    kernel.require(kernel.libc.syscall(number, *words), "renameat2")
    try:
        return read(os.path.join(mine, os.path.basename(path)))
    finally:
        kernel.libc.syscall(number, *words)
