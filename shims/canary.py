"""The agent of a doctor's session, in Python: starts what it is told, one JSON line each, and tells how that went."""
import errno
import json
import os
import subprocess
import sys

LIMIT_S = 10


def run(argv):
    try:
        ran = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        return {"status": "SIGKILL"}
    except OSError as problem:
        return {"error": errno.errorcode.get(problem.errno, str(problem.errno))}
    return {"status": ran.returncode, "stderr": ran.stderr.decode("utf-8", "replace")}


def carry_out(deed):
    if deed["kind"] == "exec":
        return run(deed["argv"])
    if deed["kind"] == "line":
        return {"status": os.system(deed["line"]) >> 8}
    return {"error": "ENOSYS"}


print("ready", flush=True)
for text in sys.stdin:
    task = json.loads(text)
    print(json.dumps({"id": task["id"], **carry_out(task["deed"])}), flush=True)
