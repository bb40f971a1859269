/** What a process does by itself, without starting anything: files, sockets, terminals, other processes. */
import type { Canary, Deed, Layer } from "./canary.ts";

/** The tiers with bubblewrap, and those with the exec gate. */
const CONFINED = ["full", "confined"] as const;
const GATED = ["full", "gate"] as const;

/** In the place of what is hidden stands something else, nothing, or a thing that cannot be written. */
const HIDDEN: Readonly<Record<string, Layer>> = {
  ENOENT: "confinement",
  EACCES: "confinement",
  EROFS: "confinement",
  EPERM: "confinement",
};

/** A masked socket is a plain file, or gone. */
const UNREACHABLE: Readonly<Record<string, Layer>> = {
  EACCES: "connect rule",
  ENOENT: "confinement",
  ECONNREFUSED: "confinement",
  EPERM: "scope",
};

const reads = (path: string): readonly Deed[] => [{ kind: "open", path, how: "read" }];
const appends = (path: string): readonly Deed[] => [{ kind: "open", path, how: "append" }];
const calls = (call: string, ...objects: readonly string[]): readonly Deed[] =>
  objects.map((object) => ({ kind: "call", call, object }));

const GUARDS_PROCESSES = ["{launcher}", "{daemon}", "{seat}"] as const;

const FILES: readonly Canary[] = [
  {
    id: "secret-ssh",
    about: "reads a private key, ~/.ssh/id_doctor",
    driver: "node",
    deeds: reads("{home}/.ssh/id_doctor"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "secret-cloud",
    about: "reads credentials, ~/.aws/credentials",
    driver: "node",
    deeds: reads("{home}/.aws/credentials"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "secret-gpg",
    about: "reads a secret key below ~/.gnupg",
    driver: "node",
    deeds: reads("{home}/.gnupg/private-keys-v1.d/doctor.key"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "plan-edit",
    about: "mode PLAN: writes into the project",
    driver: "node",
    deeds: [{ kind: "open", path: "{project-mark}", how: "create" }],
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "policy-write",
    about: "opens your policy file to write",
    driver: "node",
    deeds: appends("{policy}"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "audit-write",
    about: "opens guard's audit file to write",
    driver: "node",
    deeds: appends("{audit}"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "audit-read",
    about: "opens guard's audit file to read",
    driver: "node",
    deeds: reads("{audit}"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
  {
    id: "token",
    about: "opens the token that may answer questions",
    driver: "node",
    deeds: reads("{control}/token"),
    heldIn: CONFINED,
    stoppedBy: HIDDEN,
  },
];

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
    heldIn: GATED,
    stoppedBy: { EPERM: "filter" },
  },
  {
    id: "memory",
    about: "opens guard's memory (/proc/PID/mem)",
    driver: "native",
    deeds: calls("memory", ...GUARDS_PROCESSES),
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

export const REACH_CANARIES: readonly Canary[] = [...FILES, ...SOCKETS, ...TERMINALS, ...PROCESSES];
