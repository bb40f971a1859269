/**
 * What an attempt beyond programs is: an agent that reaches by its own calls for a file, a socket, a terminal, another process.
 * Each is tried in each tier, and without guard, where it must succeed: else it would prove nothing.
 */
import type { Tier } from "./tier.ts";
import type { User } from "./user.ts";

/**
 * mask: the file is hidden, or mounted read-only. keeper: what its owner puts in its place is so too, a moment later. capabilities: root has not got what it needs, and nobody mount namespaces of their own. own /dev: devices and
 * terminals outside do not exist. own ipc: shared memory and queues outside do not. itself: the process has made itself unreadable, guard or not. connect rule: the gate carries connections out and asks first. filter, scope, seat,
 * kernel: as in attempt.ts. nothing: it stays open, and is told of.
 */
export type Holder =
  | "mask"
  | "keeper"
  | "capabilities"
  | "own /dev"
  | "own ipc"
  | "connect rule"
  | "filter"
  | "scope"
  | "seat"
  | "itself"
  | "nothing";

/** How success is seen, from outside wherever there is something to see. */
export type Goal =
  /** What the agent prints holds this text. */
  | { readonly kind: "leaks"; readonly text: string }
  /** The file holds the attempt's mark. */
  | { readonly kind: "marks"; readonly file: string }
  | { readonly kind: "is there"; readonly file: string }
  /** The mark came to the process outside. */
  | { readonly kind: "is heard"; readonly where: string }
  /** The mark stands alone on a line of the terminal that the user looks at. */
  | { readonly kind: "is shown" }
  /** Nobody outside sees it: the call itself was not refused. */
  | { readonly kind: "is done" }
  /** The process whose number it says lives when the session is over. */
  | { readonly kind: "lives on" };

/** A function of agents/*.py with its arguments; `{…}` is of the world. */
export type Way = readonly [does: string, ...args: readonly (string | number)[]];

export interface Intrusion {
  /** What the agent gets if it succeeds. */
  readonly name: string;
  readonly way: Way;
  readonly goal: Goal;
  readonly stoppedBy: Holder;
  /** In these tiers it succeeds. */
  readonly open: readonly Tier[];
  /** Others cannot try it. */
  readonly as?: User;
  /** A file without which there is nothing to try. */
  readonly needs?: string;
}

/** Where nothing else is said. */
export const OPEN_WITHOUT: Readonly<Record<Holder, readonly Tier[]>> = {
  mask: ["gate", "advisory"],
  keeper: ["gate", "advisory"],
  capabilities: ["gate", "advisory"],
  "own /dev": ["gate", "advisory"],
  "own ipc": ["gate", "advisory"],
  "connect rule": ["confined", "advisory"],
  filter: ["confined", "advisory"],
  scope: ["advisory"],
  seat: [],
  itself: [],
  nothing: ["full", "gate", "confined", "advisory"],
};

type More = Partial<Pick<Intrusion, "open" | "as" | "needs">>;

export function intrusion(stoppedBy: Holder, name: string, way: Way, goal: Goal, more: More = {}): Intrusion {
  return { name, way, goal, stoppedBy, open: OPEN_WITHOUT[stoppedBy], ...more };
}

export const leaks: Goal = { kind: "leaks", text: "{secret}" };
export const isDone: Goal = { kind: "is done" };
export const marks = (file: string): Goal => ({ kind: "marks", file });
export const isHeard = (where: string): Goal => ({ kind: "is heard", where });

/** What needs a mount namespace of its own, which nobody gets in a confined session; with one it is held as `stoppedBy` says. */
export function inNamespace(
  stoppedBy: Holder,
  name: string,
  way: Way,
  goal: Goal,
  more: Pick<More, "needs"> = {},
): Intrusion {
  const open = OPEN_WITHOUT.capabilities.filter((tier) => OPEN_WITHOUT[stoppedBy].includes(tier));
  return intrusion(stoppedBy, name, way, goal, { ...more, open });
}
