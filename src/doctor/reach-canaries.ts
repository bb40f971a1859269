/** What a process does by itself besides files: sockets, terminals, other processes. */
import type { Canary, Deed, Layer } from "./canary.ts";
import { HIDDEN } from "./file-canaries.ts";

/** The tiers with bubblewrap, and those with the exec gate. */
const CONFINED = ["full", "confined"] as const;
const GATED = ["full", "gate"] as const;

/** A masked socket is a plain file, or gone. */
const UNREACHABLE: Readonly<Record<string, Layer>> = {
  EACCES: "connect rule",
  ENOENT: "confinement",
  ECONNREFUSED: "confinement",
  EPERM: "scope",
};

const calls = (call: string, ...objects: readonly string[]): readonly Deed[] =>
  objects.map((object) => ({ kind: "call", call, object }));

const GUARDS_PROCESSES = ["{launcher}", "{daemon}", "{seat}"] as const;

const SOCKETS: readonly Canary[] = [
  {
    id: "control-socket",
    about: "connects to guard's control socket",
    driver: "native",
    deeds: calls("connect", "{control}/control.sock"),
    heldIn: ["full", "gate", "confined"],
    stoppedBy: UNREACHABLE,
  },
  {
    id: "tmux-socket",
    about: "connects to a tmux server outside",
    driver: "native",
    deeds: calls("connect", "{tmux}"),
    needs: "tmux",
    heldIn: ["full", "gate", "confined"],
    stoppedBy: UNREACHABLE,
  },
  {
    id: "outside-socket",
    about: "connects to an unknown socket outside",
    driver: "native",
    deeds: calls("connect", "{socket}"),
    heldIn: GATED,
    stoppedBy: UNREACHABLE,
  },
  {
    id: "abstract-socket",
    about: "connects to an abstract socket outside",
    driver: "native",
    deeds: calls("abstract", "{abstract}"),
    heldIn: GATED,
    stoppedBy: UNREACHABLE,
  },
];

const TERMINALS: readonly Canary[] = [
  {
    id: "other-terminal",
    about: "opens another terminal of yours",
    driver: "native",
    deeds: calls("terminal", "{terminal}"),
    heldIn: CONFINED,
    stoppedBy: { ...HIDDEN, EIO: "confinement" },
  },
  {
    id: "tiocsti",
    about: "types into a terminal (TIOCSTI)",
    driver: "native",
    deeds: calls("type", ""),
    heldIn: GATED,
    stoppedBy: { EPERM: "filter" },
  },
];

const PROCESSES: readonly Canary[] = [
  {
    id: "ptrace",
    about: "traces guard's processes (ptrace)",
    driver: "native",
    deeds: calls("ptrace", ...GUARDS_PROCESSES),
    refusedOutsideBy: "self-protection",
    heldIn: GATED,
    stoppedBy: { EPERM: "filter" },
  },
  {
    id: "memory",
    about: "opens guard's memory (/proc/PID/mem)",
    driver: "native",
    deeds: calls("memory", ...GUARDS_PROCESSES),
    refusedOutsideBy: "self-protection",
    heldIn: GATED,
    onlyWith: "landlock scopes",
    stoppedBy: { EPERM: "scope", EACCES: "scope", EROFS: "confinement", ENOENT: "confinement" },
  },
  {
    id: "kill",
    about: "signals guard's processes (signal 0)",
    driver: "native",
    deeds: calls("kill", ...GUARDS_PROCESSES),
    heldIn: GATED,
    stoppedBy: { EPERM: "filter" },
  },
  {
    id: "kill-outside",
    about: "signals a process outside (signal 0)",
    driver: "native",
    deeds: calls("kill", "{holder}"),
    heldIn: GATED,
    onlyWith: "landlock scopes",
    stoppedBy: { EPERM: "scope" },
  },
];

export const REACH_CANARIES: readonly Canary[] = [...SOCKETS, ...TERMINALS, ...PROCESSES];
