/** Machines that have less than this one: what containers and careful administrators leave of it. Each wraps what is started. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildAttackers } from "./attackers.ts";
import type { Tier } from "./tier.ts";
import { asUser, numberOf, type User } from "./user.ts";

export interface Limits {
  readonly name: string;
  readonly user: User;
  /** As whom that user appears inside, if it is another. */
  readonly inside?: User;
  /** Who starts it on this machine, if it is not that user. */
  readonly startedBy?: User;
  wrap(argv: readonly string[]): readonly string[];
  /** The strongest that is left. */
  readonly best: Tier;
}

const attackers = buildAttackers();
const limited = attackers.kind === "built" ? join(attackers.folder, "limited") : "";

export const LIMITS: readonly Limits[] = [
  {
    name: "root in a Docker-like container: fewer capabilities, no namespaces, no mounts",
    user: "root",
    best: "gate",
    wrap: (argv) => [limited, "--docker", ...argv],
  },
  {
    name: "a plain user without user namespaces",
    user: "plain user",
    startedBy: "root",
    best: "gate",
    wrap: (argv) => [limited, "--user", String(numberOf("plain user")), ...argv],
  },
  {
    name: "root of a privileged container: namespaces of its own, all capabilities",
    user: "root",
    best: "full",
    wrap: (argv) => ["unshare", "--mount", "--pid", "--fork", "--ipc", "--mount-proc", ...argv],
  },
  {
    name: "root of a rootless container, in which no more user namespaces can be made",
    user: "plain user",
    inside: "root",
    best: "full",
    wrap: (argv) => [
      ...["unshare", "--user", "--map-root-user", "sh", "-c"],
      'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
      "sh",
      ...argv,
    ],
  },
];

/** Why there is no such machine here. */
export function whyNoSuchMachine({ user, startedBy, wrap }: Limits): string | undefined {
  const [file = "", ...args] = wrap(["true"]);
  const { status, stderr } = spawnSync(file, args, { ...asUser(startedBy ?? user), encoding: "utf8" });
  return status === 0 ? undefined : `it cannot be made here: ${stderr ?? `${file} does not start`}`;
}
