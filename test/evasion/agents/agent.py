#!/usr/bin/python3
"""An agent that tries what it is told (world.json), each way in a process of its own, and says how far it came.

Nothing here is a start of a program: these are the agent's own calls, which no exec layer sees.
"""

import importlib
import json
import os
import signal
import sys
import time

A_WAY_TAKES_AT_MOST_S = 5
LONGEST_WORD = 4000


def try_way(world, does, args):
    module, _, function = does.partition(".")
    # Loaded already: each way would load it anew in its own process.
    found = getattr(sys.modules[module], function)(world, *args)
    return "done" if found is None else str(found)


def in_child(world, does, args, pipe):
    # A way that waits for something that never comes must not keep the others.
    signal.alarm(A_WAY_TAKES_AT_MOST_S)
    try:
        says = try_way(world, does, args)
    except OSError as problem:
        says = f"{type(problem).__name__} {problem.strerror}"
    except Exception as problem:  # a way may fail in any manner: that is what it tells
        says = f"{type(problem).__name__} {problem}"
    os.write(pipe, says.encode("utf-8", "replace")[:LONGEST_WORD])
    os._exit(0)


def hear_child(world, does, args):
    mine, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(mine)
        in_child(world, does, args, its)
    os.close(its)
    says = b""
    while chunk := os.read(mine, 65536):
        says += chunk
    os.close(mine)
    _, status = os.waitpid(pid, 0)
    return says.decode("utf-8", "replace") or f"ended with {status}"


def wait_for(path):
    """The test writes it when it knows guard's processes."""
    while not os.path.exists(path):
        time.sleep(0.005)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    for name in ("changes", "files", "outsiders", "sockets", "terminals"):
        importlib.import_module(name)
    world = wait_for(sys.argv[1])
    for number, (does, args) in enumerate(world["ways"]):
        print(json.dumps({"way": number, "says": hear_child(world, does, args)}), flush=True)


if __name__ == "__main__":
    main()
