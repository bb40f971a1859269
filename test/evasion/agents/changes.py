"""Ways to change a file that outlives the agent, or to put another in its place."""

import os
import shutil

import asking
import kernel


def append(_, path, mark):
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{mark}\n")


def create(_, path, mark):
    """With the folders above it, where they are missing."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    append(_, path, mark)


def copy_with(path, new, mark):
    """What other ways left there stays."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(new, "w", encoding="utf-8") as file:
        file.write(f"{text}{mark}\n")


def beside(_, path, mark):
    """As editors do: a new file is renamed over it."""
    copy_with(path, f"{path}.new", mark)
    os.rename(f"{path}.new", path)


def remove_first(_, path, mark):
    copy_with(path, f"{path}.new", mark)
    os.unlink(path)
    os.link(f"{path}.new", path)


def exchange_folder(_, folder, name, mark):
    """The folder gets another name, one of the agent's own takes its place."""
    os.rename(folder, f"{folder}-before")
    try:
        os.makedirs(os.path.dirname(os.path.join(folder, name)))
        append(_, os.path.join(folder, name), mark)
    finally:
        # Said from outside: the mark stays in a folder beside, so that the next way finds what it expects.
        if os.path.exists(folder):
            os.rename(folder, f"{folder}-of-agent")
        os.rename(f"{folder}-before", folder)


def link_over(world, path, mark):
    """A symbolic link takes its place."""
    own = os.path.join(world["project"], f"linked-{mark}")
    copy_with(path, own, mark)
    os.symlink(own, f"{path}.link")
    os.rename(f"{path}.link", path)


def through_link(world, path, mark):
    """A link outside of the folder leads into it."""
    link = os.path.join(world["home"], f"way-in-{mark}")
    os.symlink(os.path.dirname(path), link)
    append(world, os.path.join(link, os.path.basename(path)), mark)


def through_own_folder(_, name, mark):
    append(_, f"/proc/self/cwd/{name}", mark)


def through_other_folder(_, pid, name, mark):
    append(_, f"/proc/{pid}/cwd/{name}", mark)


def remounted(_, mounted, path, mark):
    """Where it is mounted read-only: writable again, in a namespace of its own. Where not, there is nothing to do."""
    kernel.own_namespaces()
    try:
        kernel.mount(None, mounted, None, kernel.REMOUNT | kernel.BIND)
    except OSError:
        pass
    append(_, path, mark)


def by_plain_bind(world, folder, name, mark):
    kernel.own_namespaces()
    kernel.mount(None, "/", None, kernel.REC | kernel.PRIVATE)
    kernel.mount(folder, world["empty"], None, kernel.BIND)
    append(world, os.path.join(world["empty"], name), mark)


def from_empty_namespace(world, path, mark):
    """What is mounted on a name keeps it in its place only for whoever has that mount in his namespace."""
    name = os.path.basename(path)
    above = os.open(os.path.dirname(path), os.O_RDONLY)
    kernel.leave_all_mounts(world)

    def rename(old, new):
        os.rename(old, new, src_dir_fd=above, dst_dir_fd=above)

    rename(name, f"{name}-before")
    try:
        fd = os.open(name, os.O_CREAT | os.O_WRONLY, 0o644, dir_fd=above)
        os.write(fd, f"{mark}\n".encode())
        rename(name, f"{name}-of-agent-{mark}")
    finally:
        rename(f"{name}-before", name)


def after_owner_wrote(world, path, mark):
    """An editor or a tool of the user's, outside, puts a new file into its place: what was mounted on the old one is gone."""
    asking.owner(world, "renew", path, "# written anew")
    append(world, path, mark)


def rename_in(_, folder, mark):
    os.mkdir(os.path.join(folder, f"from-{mark}"))
    os.rename(os.path.join(folder, f"from-{mark}"), os.path.join(folder, mark))


def empty_file(_, path):
    os.truncate(path, 0)


def move_away(_, path):
    os.rename(path, f"{path}.away")


def remove_tree(_, path):
    shutil.rmtree(path)


def file_without_name(_, folder):
    """One that nobody can see: new files could be made there."""
    os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600))


def open_for_writing(_, path):
    """Nothing is written: the machine goes on as it was."""
    os.close(os.open(path, os.O_WRONLY))


def open_for_writing_in_new_proc(world, path):
    """A /proc of its own, mounted afresh: nothing is hidden or read-only in it."""
    return in_fresh(world, "proc", 0, path)


def open_for_writing_in_new_sys(world, path):
    return in_fresh(world, "sysfs", kernel.NEWNET, path)


def in_fresh(world, kind, flags, path):
    def act():
        kernel.mount(kind, world["empty"], kind)
        open_for_writing(world, world["empty"] + path)
        return "done"

    return kernel.in_new_pid_namespace(flags, act)
