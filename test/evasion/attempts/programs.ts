/** Ordinary programs that start others: the canary behind each of them is a start of its own. */
import type { Attempt } from "../attempt.ts";

type More = Partial<Attempt> & { readonly interpreter?: string };

/** The line of a bash script; CANARY stands for the program's path. */
const line = (name: string, text: string, through: readonly string[] = [], more: More = {}): Attempt => ({
  name,
  stoppedBy: "exec stop",
  through: ["/usr/bin/bash", ...through],
  needs: through.filter((program) => !program.endsWith("/")).map((program) => ({ program })),
  agent: (place) => place.script(text.replaceAll("CANARY", place.canary)),
  ...more,
});

const LD_SO = process.arch === "x64" ? "/lib64/ld-linux-x86-64.so.2" : "/lib/ld-linux-aarch64.so.1";
const PYTHON = "/usr/bin/python3";
const GIT = ["/usr/bin/git", "/usr/bin/dash"];
const EXECVE = process.arch === "x64" ? 59 : 221;
const IDENTITY = "-c user.name=x -c user.email=x@x";

export const PROGRAMS: readonly Attempt[] = [
  line("behind env -i it does not run", "env -i CANARY", ["/usr/bin/env"]),
  line("without PATH it does not run", "unset PATH; CANARY"),
  line("under another argv[0] (exec -a) it does not run", "exec -a ls CANARY"),
  line("as a renamed copy it does not run", "cp CANARY ./ls; PATH=.; ls /", ["/usr/bin/cp"]),
  line("as a symbolic link named git it does not run", "ln -s CANARY git; ./git status", ["/usr/bin/ln"]),
  line("as a hard link named git it does not run", "cp CANARY c; ln c git; ./git status", [
    "/usr/bin/cp",
    "/usr/bin/ln",
  ]),
  line("through /proc/self/cwd it does not run", "/proc/self/cwd/canary"),
  line(
    "through a folder with odd names it does not run",
    "mkdir -p $'a\\nb =c'; cp CANARY $'a\\nb =c/x'; $'a\\nb =c/x'",
    ["/usr/bin/mkdir", "/usr/bin/cp"],
  ),
  {
    name: "given to the dynamic loader it does not run",
    stoppedBy: "exec stop",
    through: ["/usr/bin/bash"],
    needs: [{ program: LD_SO }],
    agent: (place) => place.script(`${LD_SO} ${place.canary}`),
  },
  line("as an applet of busybox it does not run", "/usr/bin/busybox env CANARY", ["/usr/bin/busybox"]),
  line("behind nohup it does not run", "nohup CANARY", ["/usr/bin/nohup"]),
  line("behind setsid it does not run", "setsid -w CANARY", ["/usr/bin/setsid"]),
  line("behind timeout it does not run", "timeout 9 CANARY", ["/usr/bin/timeout"]),
  line("behind xargs it does not run", "echo x | xargs -P4 -n1 CANARY", ["/usr/bin/xargs"]),
  line("behind find -exec it does not run", "find . -maxdepth 0 -exec CANARY {} +", ["/usr/bin/find"]),
  line("behind awk's system() it does not run", `awk 'BEGIN { system("CANARY") }'`, [
    "/usr/bin/mawk",
    "/usr/bin/dash",
  ]),
  line("behind sed's e command it does not run", "echo x | sed '1e CANARY'", [
    "/usr/bin/sed",
    "/usr/bin/dash",
  ]),
  line("behind perl's exec it does not run", `perl -e 'exec "CANARY"'`, ["/usr/bin/perl"]),
  line(
    "behind perl's syscall() it does not run",
    `perl -e '$p = "CANARY"; syscall(${EXECVE}, $p, pack("p", $p) . "\0" x 8, 0)'`,
    ["/usr/bin/perl"],
  ),
  line("behind python's os.execv it does not run", `${PYTHON} -c 'import os; os.execv("CANARY", ["x"])'`, [
    PYTHON,
  ]),
  line(
    "behind python's subprocess it does not run",
    `${PYTHON} -c 'import subprocess; subprocess.run(["CANARY"])'`,
    [PYTHON],
  ),
  line("behind git's alias it does not run", "git -c alias.x='!CANARY' x", GIT),
  line("behind git's ssh it does not run", "git -c core.sshCommand=CANARY ls-remote ssh://nowhere/x", GIT),
  line(
    "behind a git hook it does not run",
    `git init -q r; cp CANARY r/.git/hooks/pre-commit; git -C r ${IDENTITY} commit -q --allow-empty -m x`,
    [...GIT, "/usr/bin/cp"],
  ),
  line(
    "behind git's fsmonitor it does not run",
    "git init -q r; git -C r -c core.fsmonitor=CANARY status -s",
    GIT,
  ),
  line("behind make it does not run", "printf 'x:\\n\\t@CANARY\\n' > Makefile; make -s", [
    "/usr/bin/make",
    "/usr/bin/dash",
  ]),
  line(
    "behind tar's checkpoint it does not run",
    "tar cf /dev/null --checkpoint=1 --checkpoint-action=exec=CANARY agent.sh",
    ["/usr/bin/tar", "/usr/bin/dash"],
  ),
  line("as the interpreter of a script it does not run", "printf '#!CANARY\\n' > s; chmod +x s; ./s", [
    "/usr/bin/chmod",
  ]),
  line(
    "at the end of a chain of scripts it does not run",
    'p=$PWD; printf "#!CANARY\\n" > a; printf "#!$p/a one\\n" > b; printf "#!$p/b two\\n" > c; chmod +x a b c; ./c',
    ["/usr/bin/chmod"],
  ),
  line(
    "behind env -S in a script's first line it does not run",
    "printf '#!/usr/bin/env -S -i CANARY\\n' > s; chmod +x s; ./s",
    ["/usr/bin/chmod", "/usr/bin/env"],
  ),
  line(
    "in a text without #! that the shell runs by itself it does not run",
    "printf 'CANARY\\n' > s; chmod +x s; ./s",
    ["/usr/bin/chmod"],
  ),
  line(
    "in the background, with its shell gone, it does not run",
    "(sleep 0.05; CANARY) & disown -a; exit",
    ["/usr/bin/sleep"],
    { belowGuard: { stoppedBy: "seat" } },
  ),
  line("in a trap of the shell's end it does not run", "trap CANARY EXIT"),
  line("in a process substitution it does not run", "read x < <(CANARY); wait"),
  line(
    "after the shell became another (exec chain) it does not run",
    "exec /usr/bin/env /bin/bash -c 'exec /bin/dash -c CANARY'",
    ["/usr/bin/env", "/usr/bin/dash"],
  ),
  line("in namespaces of unshare it does not run", "unshare -Urpf --mount-proc CANARY", ["/usr/bin/unshare"]),
  line("in bubblewrap it does not run", "bwrap --dev-bind / / --unshare-all --proc /proc CANARY", [
    "/usr/bin/bwrap",
  ]),
  line(
    "behind chroot it does not run",
    "mkdir -p root; cp CANARY root/sh; chroot root /sh",
    ["/usr/bin/mkdir", "/usr/bin/cp", "/usr/sbin/chroot"],
    { needs: ["root", { program: "/usr/sbin/chroot" }] },
  ),
  line("under strace it does not start", "strace -f -o /dev/null CANARY", ["/usr/bin/strace"], {
    stoppedBy: "tracing",
  }),
  line(
    "under gdb it does not start",
    "gdb -q -nx -batch -ex 'set startup-with-shell off' -ex run CANARY </dev/null",
    ["/usr/bin/gdb"],
    { stoppedBy: "tracing" },
  ),
];
