/** Every call that ends in another program, and every state that a caller can be in. */
import { chmodSync } from "node:fs";
import type { Attempt, Layer } from "../attempt.ts";

const by = (
  way: string,
  name: string,
  more: Partial<Attempt> & { stoppedBy?: Layer; attacker?: string } = {},
): Attempt => ({
  name,
  stoppedBy: "exec stop",
  agent: (place) => [place.attacker(more.attacker ?? "exec-ways"), way, place.canary, "word"],
  ...more,
});

const inState = (way: string, name: string, more: Partial<Attempt> = {}): Attempt =>
  by(way, name, { attacker: "exec-states", ...more });

export const CALLS: readonly Attempt[] = [
  by("plain", "a plain execve does not run it"),
  by("no-argv", "an execve with no argv at all does not run it"),
  by("no-environment", "an execve with no environment does not run it"),
  by("by-folder", "execveat with a folder's descriptor does not run it"),
  by("empty-path", "execveat with AT_EMPTY_PATH does not run it"),
  by("memory", "a copy in memory (memfd_create, execveat) does not run"),
  by("memory-by-name", "a copy in memory by /proc/self/fd/N does not run"),
  by("of-other-process", "a copy in memory by /proc/PID/fd/N of another process does not run"),
  by("deleted", "fexecve of a file that was deleted does not run it"),
  by("without-name", "fexecve of a file that never had a name (O_TMPFILE) does not run it"),
  by("vfork", "vfork and execve do not run it"),
  { ...by("clone3", "clone3 and execve do not run it"), namespaces: true },
  by("posix-spawn", "posix_spawn does not run it"),
  by("thread", "an execve from a thread does not run it"),
  by("all-threads", "an execve from nine threads at once does not run it"),
  by(
    "all-threads-again",
    "an execve from nine threads at once, 200 times, neither runs it nor hangs the gate",
  ),
  by("sibling", "a clone with CLONE_PARENT, a sibling of the agent, does not run it"),
  by("orphan", "a daemon (setsid, two forks) whose parents are gone does not run it"),
  by("failed-first", "an execve after fifty failed ones does not run it"),
];

export const STATES: readonly Attempt[] = [
  inState("not-dumpable", "a caller that is not dumpable does not run it", {
    // Only root may trace it.
    asUser: { stoppedBy: "tracing", says: /^execve: EPERM$/m },
  }),
  inState("no-descriptors", "a caller without any descriptor left to open does not run it"),
  inState("closed-descriptors", "a caller that closed every descriptor but three does not run it"),
  inState("no-processes", "a caller that may have no more processes does not run it"),
  inState("small-stack", "a caller with hardly any stack does not run it"),
  inState("small-files", "a caller that may write no file does not run it"),
  inState("odd-personality", "a caller with an odd personality does not run it"),
  inState("deaf", "a caller that blocks and ignores every signal does not run it"),
  inState("own-filter", "a filter that makes guard's ending fail does not run it", { silent: true }),
  inState("notifying-filter", "a filter of its own that would be asked first does not run it", {
    stoppedBy: "kernel",
    says: /^execve: ENOSYS$/m,
  }),
  inState("own-listener", "a second listener that lets everything through cannot be made", {
    stoppedBy: "kernel",
    says: /^listener: EBUSY$/m,
  }),
  inState("trap-filter", "a filter that hands execve to a tracer does not run it"),
  inState("own-tracer", "a program that the agent itself traces does not start", {
    stoppedBy: "tracing",
    says: /^execve: EPERM$/m,
  }),
  inState("suspended-filter", "a tracer cannot suspend the filter of what it traces", {
    stoppedBy: "kernel",
    says: /^options: EPERM$/m,
  }),
  inState("turned-call", "a call that a tracer turns into execve does not run it", {
    stoppedBy: "tracing",
    says: /^execve: EPERM$/m,
    needs: ["x86-64"],
  }),
  {
    ...inState("namespaces", "user, pid, mount, net and ipc namespaces of its own do not run it"),
    namespaces: true,
  },
  {
    name: "a file that is mounted over a known program does not run under its name",
    stoppedBy: "exec stop",
    through: ["/usr/bin/ls"],
    agent: (place) => [place.attacker("exec-states"), "mounted-over", "/usr/bin/ls", place.canary],
    namespaces: true,
  },
  {
    name: "a file system of its own over /usr/bin does not run what it calls ls",
    stoppedBy: "exec stop",
    through: ["/usr/bin/ls"],
    agent: (place) => [place.attacker("exec-states"), "hidden-below", "/usr/bin/ls", place.canary],
    namespaces: true,
  },
  {
    name: "a program that may be run but not read does not run",
    stoppedBy: "exec stop",
    asUser: { stoppedBy: "reading" },
    agent: (place) => {
      chmodSync(place.canary, 0o111);
      return [place.attacker("exec-ways"), "vfork", place.canary];
    },
  },
  {
    // Were it allowed, its first call would end it: SIGSYS, by the filter.
    name: "a 32-bit program does not run",
    stoppedBy: "exec stop",
    silent: true,
    says: /^status 137$/m,
    needs: ["x86-64", "cc -m32"],
    agent: (place) => [place.attacker("exec-ways"), "vfork", place.marked("narrow")],
  },
  {
    name: "a new root, with the program as its /bin/sh, does not run it",
    stoppedBy: "exec stop",
    through: ["/usr/bin/dash"],
    agent: (place) => {
      place.makeFolder("root/bin");
      place.copy(place.canary, "root/bin/sh");
      return [place.attacker("exec-states"), "new-root", `${place.folder}/root`, "/bin/sh"];
    },
  },
];

const door = (way: string, name: string, says: RegExp, more: Partial<Attempt> = {}): Attempt => ({
  name,
  stoppedBy: "filter",
  says,
  agent: (place) => [place.attacker("other-doors"), way, place.canary],
  ...more,
});

export const DOORS: readonly Attempt[] = [
  door("io-uring", "io_uring cannot be set up", /^io_uring: ENOSYS$/m),
  door(
    "keys",
    "keys of the kernel's can neither be made, nor found, nor read",
    /^add_key: ENOSYS\nrequest_key: ENOSYS\nkeyctl: ENOSYS$/m,
  ),
  door("userfaultfd", "page faults cannot be held (userfaultfd)", /^userfaultfd: EPERM$/m),
  door(
    "userfaultfd-device",
    "page faults cannot be held by way of /dev/userfaultfd either",
    /^device: EPERM$/m,
  ),
  door("typed", "nothing can be typed into a terminal (TIOCSTI)", /^TIOCSTI: EPERM$/m),
  door("typed-wide", "nothing can be typed into a terminal by a wider number", /^wide TIOCSTI: EPERM$/m),
  door("pasted", "nothing can be pasted into a console (TIOCLINUX)", /^TIOCLINUX: EPERM$/m),
  door("x32", "the x32 calls are not there", /^x32 execveat: ENOSYS\n.*: ENOSYS\nx32 execve: ENOSYS$/m, {
    needs: ["x86-64"],
  }),
  door("int80", "the 32-bit calls end the caller", /^(?!int80)/, { needs: ["x86-64"], endsBy: "SIGSYS" }),
  door("own-format", "a format of its own (binfmt_misc) does not run it as interpreter", /./, {
    stoppedBy: "exec stop",
    // Root has no right to mount left.
    confined: { stoppedBy: "kernel", says: /^binfmt_misc: EPERM$|^register: /m },
    needs: ["root", { program: "/proc/sys/fs/binfmt_misc" }],
  }),
];
