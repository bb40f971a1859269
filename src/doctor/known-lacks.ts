/** What may be missing on a machine, how it shows in the facts, and what to do. Rows of knowledge; a row decides nothing. */
import { installCommand } from "./install-commands.ts";
import type { Machine } from "./machine.ts";

export interface KnownLack {
  readonly id: string;
  readonly applies: (machine: Machine) => boolean;
  readonly problem: (machine: Machine) => string;
  readonly why: string;
  readonly fix: (machine: Machine) => string;
}

const FILES_OPEN = "the agent can read your keys and open guard's own files and other terminals";
const EXECS_OPEN = "programs that are started around the shell hooks are not seen";

const isLinux = ({ system }: Machine) => system === "linux";
const bwrapFails = (machine: Machine) => isLinux(machine) && machine.bwrap.kind === "fails";
const gateFails = (machine: Machine) => isLinux(machine) && machine.gate.kind !== "works";
const reasonOf = (trial: Machine["gate"]) => (trial.kind === "fails" ? trial.reason : "");
/** A setting that explains it better than what the trial printed. */
const userNamespacesShut = ({ sysctl, user }: Machine) =>
  user === "plain" &&
  (sysctl.apparmorUserns === 1 || sysctl.userNamespaces === 0 || sysctl.unprivilegedUserns === 0);
const yamaShuts = ({ sysctl: { yama = 0 }, user }: Machine) => yama >= 3 || (yama === 2 && user === "plain");

const APPARMOR_PROFILE = [
  "'abi <abi/4.0>,'",
  "'include <tunables/global>'",
  "'profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }'",
].join(" ");

export const LACKS: readonly KnownLack[] = [
  {
    id: "system",
    applies: (machine) => !isLinux(machine),
    problem: ({ release }) => `this is not Linux (${release}): there is no exec gate and no confinement`,
    why: EXECS_OPEN,
    fix: () => "for more than advice run the agent in a Linux virtual machine or container",
  },
  {
    id: "bubblewrap",
    applies: (machine) => isLinux(machine) && machine.bwrap.kind === "missing",
    problem: () => "bubblewrap (bwrap) is not installed",
    why: FILES_OPEN,
    fix: ({ packages }) => installCommand("bubblewrap", packages),
  },
  {
    id: "apparmor-userns",
    applies: (machine) =>
      bwrapFails(machine) && machine.user === "plain" && machine.sysctl.apparmorUserns === 1,
    problem: () => "AppArmor forbids user namespaces to bwrap",
    why: FILES_OPEN,
    fix: () =>
      `as root: printf '%s\\n' ${APPARMOR_PROFILE} > /etc/apparmor.d/bwrap && apparmor_parser -r /etc/apparmor.d/bwrap (or, for all programs: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0)`,
  },
  {
    id: "max-user-namespaces",
    applies: (machine) =>
      bwrapFails(machine) && machine.user === "plain" && machine.sysctl.userNamespaces === 0,
    problem: () => "user.max_user_namespaces is 0: there are no user namespaces",
    why: FILES_OPEN,
    fix: () => "as root: sysctl -w user.max_user_namespaces=15000",
  },
  {
    id: "unprivileged-userns",
    applies: (machine) =>
      bwrapFails(machine) && machine.user === "plain" && machine.sysctl.unprivilegedUserns === 0,
    problem: () => "kernel.unprivileged_userns_clone is 0: only root makes user namespaces",
    why: FILES_OPEN,
    fix: () => "as root: sysctl -w kernel.unprivileged_userns_clone=1",
  },
  {
    id: "container-bubblewrap",
    applies: (machine) => bwrapFails(machine) && machine.container !== "none",
    problem: ({ bwrap, container }) =>
      `bwrap does not work in this container (${container}): ${reasonOf(bwrap)}`,
    why: FILES_OPEN,
    fix: ({ user }) =>
      user === "root"
        ? "start the container with --cap-add SYS_ADMIN --security-opt apparmor=unconfined"
        : "start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined",
  },
  {
    id: "bubblewrap-fails",
    applies: (machine) => bwrapFails(machine) && machine.container === "none" && !userNamespacesShut(machine),
    problem: ({ bwrap }) => `bwrap is installed and does not work: ${reasonOf(bwrap)}`,
    why: FILES_OPEN,
    fix: () => "see whether this works: bwrap --dev-bind / / true",
  },
  {
    id: "compiler",
    applies: ({ compiler }) => compiler === "none",
    problem: () => "guard was built without a C compiler: no exec gate, no shims",
    why: EXECS_OPEN,
    fix: ({ packages }) => `${installCommand("compiler", packages)}; then ./install.sh again`,
  },
  {
    id: "musl",
    applies: (machine) => isLinux(machine) && /^cc /.test(machine.compiler),
    problem: ({ compiler }) => `guard's C programs were built as ${compiler}`,
    why: "each shell line is asked about half a millisecond slower than with musl",
    fix: ({ packages }) => `${installCommand("musl", packages)}; then ./install.sh again`,
  },
  {
    id: "yama",
    applies: (machine) => gateFails(machine) && yamaShuts(machine),
    problem: ({ sysctl }) => `kernel.yama.ptrace_scope is ${sysctl.yama}: nobody of yours may trace`,
    why: EXECS_OPEN,
    fix: ({ sysctl }) =>
      sysctl.yama === 2
        ? "as root: sysctl -w kernel.yama.ptrace_scope=1"
        : "as root: echo kernel.yama.ptrace_scope=1 > /etc/sysctl.d/99-guard.conf, then restart the machine",
  },
  {
    id: "container-gate",
    applies: (machine) => gateFails(machine) && machine.container !== "none" && !yamaShuts(machine),
    problem: ({ gate, container }) =>
      `the exec gate does not work in this container (${container}): ${reasonOf(gate)}`,
    why: EXECS_OPEN,
    fix: () => "start the container with --cap-add SYS_PTRACE --security-opt seccomp=unconfined",
  },
  {
    id: "gate",
    applies: (machine) =>
      machine.gate.kind === "fails" &&
      machine.container === "none" &&
      !yamaShuts(machine) &&
      isLinux(machine),
    problem: ({ gate }) => `the exec gate does not work: ${reasonOf(gate).split(";")[0]}`,
    why: EXECS_OPEN,
    fix: ({ gate }) => reasonOf(gate).split(/; ?/).slice(1).join("; ") || "see docs/SESSION.md, Tiers",
  },
  {
    id: "landlock-scopes",
    applies: ({ landlock, system }) => system === "linux" && landlock !== undefined && landlock < 6,
    problem: ({ landlock, release }) =>
      landlock === 0
        ? `the kernel (${release}) has no Landlock, or it is switched off`
        : `the kernel (${release}) has Landlock ${landlock}, without scopes`,
    why: "the agent can signal your other processes; guard's own are protected by their numbers only",
    fix: ({ landlock }) =>
      landlock === 0
        ? "boot with lsm=landlock,… (cat /sys/kernel/security/lsm shows the list), Linux 6.12 or newer"
        : "use Linux 6.12 or newer",
  },
  {
    id: "legacy-tiocsti",
    applies: (machine) => gateFails(machine) && machine.sysctl.legacyTiocsti === 1,
    problem: () => "dev.tty.legacy_tiocsti is 1: programs can type into their terminal",
    why: "without the exec gate an agent on your terminal can type commands for your shell",
    fix: () => "as root: sysctl -w dev.tty.legacy_tiocsti=0",
  },
  {
    id: "ssh-agent",
    applies: ({ ssh }) => ssh === "no agent",
    problem: () => "there are keys in ~/.ssh and no ssh-agent (SSH_AUTH_SOCK)",
    why: "confinement hides the keys: git push over ssh works through an agent only",
    fix: () => 'eval "$(ssh-agent)" && ssh-add, before guard run',
  },
  {
    id: "ssh-agent-empty",
    applies: ({ ssh }) => ssh === "agent without keys",
    problem: () => "there are keys in ~/.ssh and none in your ssh-agent",
    why: "confinement hides the keys: git push over ssh works through an agent only",
    fix: () => "ssh-add, before guard run",
  },
  {
    id: "gpg-agent",
    applies: ({ gpg }) => gpg === "no agent",
    problem: () => "there are secret gpg keys and no gpg-agent runs",
    why: "confinement hides the keys: signing works through an agent only, and none can be started inside",
    fix: () => "gpgconf --launch gpg-agent, before guard run",
  },
];
