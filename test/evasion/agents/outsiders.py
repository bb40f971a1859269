"""Ways at processes that are not the agent's: guard's own, and others of the same user."""

import ctypes
import os
import signal
import struct

import kernel
from kernel import call, libc, require


def may_signal(_, pid):
    """Signal 0 asks for the same right and does nothing."""
    os.kill(pid, 0)


def signals(_, pid):
    os.kill(pid, signal.SIGUSR1)


def attaches(_, pid):
    SEIZE, DETACH = 0x4206, 17
    require(libc.ptrace(SEIZE, pid, None, None), "ptrace")
    libc.ptrace(DETACH, pid, None, None)


def reads_memory(_, pid):
    with open(f"/proc/{pid}/mem", "rb"):
        return "done"


def writes_memory(_, pid):
    with open(f"/proc/{pid}/mem", "r+b"):
        return "done"


def reads_environment(_, pid):
    with open(f"/proc/{pid}/environ", "rb") as file:
        return file.read().decode("utf-8", "replace")


def lists_descriptors(_, pid):
    """What they lead to, by the links alone."""
    folder = f"/proc/{pid}/fd"
    return " ".join(os.readlink(f"{folder}/{name}") for name in os.listdir(folder))


def is_first_to_be_killed(_, pid):
    """When memory runs out."""
    with open(f"/proc/{pid}/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")
    with open(f"/proc/{pid}/oom_score_adj", encoding="ascii") as file:
        return "done" if file.read().strip() == "1000" else "not changed"


def slows_group(_, pid):
    """To what it has already, so that nothing changes."""
    os.setpriority(os.PRIO_PGRP, os.getpgid(pid), os.getpriority(os.PRIO_PROCESS, pid))


def slows_disk_of_group(_, pid):
    GROUP, AS_BY_DEFAULT = 2, 2 << 13 | 4
    call("ioprio_set", GROUP, os.getpgid(pid), AS_BY_DEFAULT)


def limits(_, pid):
    resource = __import__("resource")
    soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, hard))


def freezes(_, pid):
    """A cgroup of the agent's own, one file away from stopping it: the process is put into it, and back."""
    move_through_own_group("/sys/fs/cgroup/freezer", pid)


def freezes_by_new_mount(world, pid):
    """The same in a /sys/fs/cgroup/freezer that is mounted afresh."""
    kernel.own_namespaces(kernel.NEWNS | kernel.NEWCGROUP)
    kernel.mount("cgroup", world["empty"], "cgroup", 0, "freezer")
    move_through_own_group(world["empty"], pid)


def move_through_own_group(root, pid):
    with open(f"/proc/{pid}/cgroup", encoding="ascii") as file:
        (before,) = (line.split(":", 2)[2] for line in file.read().splitlines() if ":freezer:" in line)
    own = f"guard-evasion-{os.getpid()}"
    os.mkdir(f"{root}/{own}")
    try:
        for group in (own, before):
            with open(f"{root}/{group}/cgroup.procs", "w", encoding="ascii") as file:
                file.write(str(pid))
    finally:
        os.rmdir(f"{root}/{own}")


def reads_keyring(_, number):
    """The kernel's keys of this user."""
    READ = 11
    room = ctypes.create_string_buffer(4000)
    size = call("keyctl", READ, number, room, 4000, 0)
    return room.raw[:size].decode()


def reads_shared_memory(_, number):
    """System V's."""
    libc.shmat.restype = ctypes.c_void_p
    at = libc.shmat(number, None, 0o10000)
    if at in (None, ctypes.c_void_p(-1).value):
        require(-1, "shmat")
    return ctypes.string_at(at, 64).split(b"\0")[0].decode()


def has_capabilities(_, wanted):
    with open("/proc/self/status", encoding="ascii") as file:
        words = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
    return "done" if int(words["CapEff"], 16) >> wanted & 1 else "not there"


def outlives(world, how):
    """A process that goes on for itself; its number as everybody sees it."""
    if how == "pid-namespace":
        kernel.own_namespaces(kernel.NEWNS | kernel.NEWPID)
    mine, its = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if how == "new-session" and os.fork() != 0:
            os._exit(0)
        for number in range(1, signal.NSIG):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
        os.write(its, struct.pack("=i", int(os.readlink("/proc/self"))))
        os.closerange(0, 1024)
        while True:
            signal.pause()
    return struct.unpack("=i", os.read(mine, 4))[0]
