/** The words of the doctor: what a canary is, what is seen of it, and what is said about it. */
import type { Tier } from "./tiers.ts";

/** Who plays the agent: it stands behind `guard run --`, so that what it does is what an agent does. */
export type Driver = "node" | "python" | "native";

export const LAYERS = [
  "gate",
  "hook",
  "shim",
  "confinement",
  "filter",
  "scope",
  "connect rule",
  /** Guard's own processes let nobody at them, also outside of sessions. */
  "self-protection",
  /** Not guard: the same is refused without it. */
  "kernel",
  "unknown",
] as const;
export type Layer = (typeof LAYERS)[number];

/**
 * What is tried. In all texts `{name}` stands for something of this machine or session (fill-canary.ts).
 * Nothing here may do harm where guard does not stop it: marks in folders of our own, opens without a write.
 */
export type Deed =
  /** A program is started; it would make `{mark}`. `script`: the text of `{script}`, made before. */
  | { readonly kind: "exec"; readonly argv: readonly string[]; readonly script?: string }
  /** The driver's own way of running a line: child_process.exec, os.system. */
  | { readonly kind: "line"; readonly line: string }
  /** The driver itself opens a file. `create` makes `{mark}`; the others open what is there and write nothing. */
  | { readonly kind: "open"; readonly path: string; readonly how: "read" | "append" | "create" }
  /** One system call of guard-canary. */
  | { readonly kind: "call"; readonly call: string; readonly object: string };

export interface Canary {
  readonly id: string;
  /** What was tried, in words of at most 46 characters. */
  readonly about: string;
  readonly driver: Driver;
  /** More than one: the weakest counts. */
  readonly deeds: readonly Deed[];
  /** A program that must be on PATH. */
  readonly needs?: string;
  /** The tiers that promise to hold it. */
  readonly heldIn: readonly Tier[];
  /** Held only by what newer kernels have: elsewhere its row is open, and no tier depends on it. */
  readonly onlyWith?: "landlock scopes";
  /** Who stops it, by what its caller is told. Programs tell by themselves. */
  readonly stoppedBy?: Readonly<Record<string, Layer>>;
  /** Who refuses it outside of sessions too; else the kernel. */
  readonly refusedOutsideBy?: Layer;
}

/** What the driver tells of one deed. */
export interface Told {
  readonly status?: number | string;
  readonly stderr?: string;
  /** Its name; none: it worked. */
  readonly error?: string;
  /** What was opened (or, where it is not there, the folder that could hold it), as `device:inode`. */
  readonly file?: string;
}

/** One deed, inside of a session and, as the same words again, without guard. */
export interface Observation {
  /** Undefined: the driver told nothing. */
  readonly inside: Told | undefined;
  readonly outside: Told | undefined;
  readonly marks: { readonly inside: boolean; readonly outside: boolean };
  /** The layer of the record in which guard denied it. */
  readonly deniedBy?: Layer;
}

export type Outcome = "held" | "open" | "absent" | "failed";

export interface CanaryResult {
  readonly id: string;
  readonly about: string;
  readonly outcome: Outcome;
  readonly by?: Layer;
  readonly detail: string;
}
