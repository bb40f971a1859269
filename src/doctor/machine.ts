/** What matters about a machine, as facts: nothing here judges. read-machine.ts finds them out. */

export interface Machine {
  readonly system: "linux" | "other";
  readonly user: "root" | "plain";
  /** The kernel's. */
  readonly release: string;
  readonly distribution: string;
  /** Ways of installing: `apt`, `dnf`, … ; undefined: unknown. */
  readonly packages: "apt" | "dnf" | "pacman" | "apk" | "zypper" | "brew" | undefined;
  readonly bwrap: Trial;
  readonly gate: Trial;
  /** As the build left it: `musl static`, `cc static`, `cc dynamic`, `none`; `unknown`: the build left no word. */
  readonly compiler: string;
  /** The version of its interface; 0: none; undefined: nobody could ask. */
  readonly landlock: number | undefined;
  /** By the names in SYSCTLS; those that are not there are left out. */
  readonly sysctl: Readonly<Partial<Record<Sysctl, number>>>;
  readonly container: "docker" | "podman" | "other" | "none";
  readonly privileged: readonly PrivilegedProgram[];
  readonly ssh: "no keys" | "ready" | "agent without keys" | "no agent";
  readonly gpg: "no keys" | "ready" | "no agent";
}

export type Trial =
  | { readonly kind: "works" }
  | { readonly kind: "missing" }
  | { readonly kind: "fails"; readonly reason: string };

/** A program that gets rights by starting: below guard it starts without them. */
export interface PrivilegedProgram {
  readonly name: string;
  readonly path: string;
  readonly by: "setuid" | "capabilities" | "helper";
}

export const SYSCTLS = {
  yama: "kernel/yama/ptrace_scope",
  apparmorUserns: "kernel/apparmor_restrict_unprivileged_userns",
  userNamespaces: "user/max_user_namespaces",
  unprivilegedUserns: "kernel/unprivileged_userns_clone",
  legacyTiocsti: "dev/tty/legacy_tiocsti",
} as const;
export type Sysctl = keyof typeof SYSCTLS;
