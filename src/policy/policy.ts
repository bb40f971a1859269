/**
 * What policy files say, once they are loaded: rules in three layers, widest first (org, user, project).
 * This folder finds, reads, validates, matches and merges policies, and remembers which project files are trusted.
 * It must never run anything, never ask anybody, and never fail open: what it cannot read it refuses by name.
 */
import type { Command } from "../core/command.ts";
import type { Classified, EffectKind } from "../core/effect.ts";
import type { RedactPattern } from "../core/redact-pattern.ts";
import type { Mode, Ruled, Ruling } from "../core/ruling.ts";
import type { SafeFolders } from "./covered-by-allow.ts";
import type { PathGlob } from "./path-glob.ts";
import type { ProgramPattern, WordPattern } from "./pattern.ts";

export const POLICY_LAYERS = ["org", "user", "project"] as const;
export type PolicyLayer = (typeof POLICY_LAYERS)[number];

/** How long a person's answer to this rule's question may be remembered. The order is the strictness. */
export const REMEMBERS = ["always", "session", "never"] as const;
export type Remember = (typeof REMEMBERS)[number];

export interface Source {
  readonly file: string;
  readonly line: number;
}

/** One thing wrong with a file, with the way out. */
export interface Problem extends Source {
  readonly problem: string;
  readonly fix: string;
}

export function formatProblem({ file, line, problem, fix }: Problem): string {
  return `${file}:${line}: ${problem}; ${fix}`;
}

/** One way in which a rule can match: everything that is given must hold. */
export interface Matcher {
  /** Any of them; empty = any program. */
  readonly programs: readonly ProgramPattern[];
  /** The arguments, all of them and in order; undefined = any. */
  readonly words?: readonly WordPattern[];
  /** `as-written`: no option before the sub-command is looked through. */
  readonly reading?: "as-written";
  readonly flags: readonly string[];
  readonly effects: readonly EffectKind[];
  readonly paths: readonly PathGlob[];
  readonly under: readonly PathGlob[];
}

/**
 * Which form it was written in. `commands` and `profile` allow pkill, chmod, init.sh and playwright-cli in their harmless
 * forms only; `profile` allows nothing that changes paths outside the project and the temp folders.
 */
export type Origin = "rule" | "commands" | "names" | "allowlist" | "profile";

export interface Rule {
  /** With its layer: `user.no-force-push`. */
  readonly id: string;
  readonly layer: PolicyLayer;
  readonly ruling: Ruling;
  readonly because: string;
  readonly instead?: string;
  readonly remember: Remember;
  /** A narrower layer may loosen it. */
  readonly overridable: boolean;
  /** `tighten-only`: from a project file that nobody has trusted yet. */
  readonly standing: "full" | "tighten-only";
  /** Any of them. */
  readonly match: readonly Matcher[];
  readonly origin: Origin;
  readonly examples: { readonly match: readonly string[]; readonly notMatch: readonly string[] };
  readonly source: Source;
  /** The pattern as written, for people. */
  readonly text: string;
}

export type Security = "deny" | "allowlist" | "full";
export type Ask = "off" | "on-miss" | "always";

/** Undefined security = nobody wrote it: the mode decides. */
export interface Settings {
  readonly security?: Security;
  readonly ask: Ask;
  readonly askFallback: Security;
  readonly approvalTimeoutMinutes: number;
  readonly dangerousTimeoutMinutes: number;
  readonly dangerousNeedsConfirm: "yes" | "no";
  readonly reveal: readonly string[];
  /** The freest mode that anybody may choose, and the layer that said so; undefined = nobody did. */
  readonly maxMode: Mode;
  readonly maxModeFrom?: PolicyLayer;
  /** How long records are kept. */
  readonly auditKeepDays: number;
  /** Secrets that the files add to those that guard knows, of all layers that count. */
  readonly redact: readonly RedactPattern[];
}

export const DEFAULT_SETTINGS: Settings = {
  ask: "on-miss",
  askFallback: "deny",
  approvalTimeoutMinutes: 5,
  dangerousTimeoutMinutes: 5,
  dangerousNeedsConfirm: "yes",
  reveal: [],
  maxMode: "full-auto",
  auditKeepDays: 365,
  redact: [],
};

/** What matching needs to know besides the rule and the command. */
export interface MatchContext {
  readonly pkillProcesses: ReadonlySet<string>;
  readonly safe: SafeFolders;
}

export interface PolicyLayers {
  readonly org: readonly Rule[];
  readonly user: readonly Rule[];
  readonly project: readonly Rule[];
  readonly context: MatchContext;
  readonly settings: Settings;
  readonly mode: StartMode;
  /** Names of the profiles that are switched on, with the layer that did it. */
  readonly profiles: readonly { readonly name: string; readonly layer: PolicyLayer }[];
  readonly projectFile: ProjectStanding;
}

/** The mode to start in, and others that somebody only asks for: tell the user, let the user choose. */
export interface StartMode {
  readonly mode: Mode;
  readonly from: PolicyLayer | "default";
  /** Never the mode itself, and never one above the cap. */
  readonly wishes: readonly ModeWish[];
}

export interface ModeWish {
  readonly mode: Mode;
  /** For people: `the project's file`, `profile node-dev`, `agent codex`. */
  readonly from: string;
}

export type ProjectStanding =
  | { readonly kind: "none" }
  | { readonly kind: "trusted"; readonly file: string; readonly sha256: string }
  | { readonly kind: "untrusted"; readonly file: string; readonly sha256: string; readonly waiting: number }
  | { readonly kind: "broken"; readonly file: string };

/** One simple command with what it does: the input of matching. */
export interface Subject {
  readonly command: Command;
  readonly classified: Classified;
}

/** A rule's word on one command. */
export interface RuledByPolicy extends Ruled {
  readonly layer: PolicyLayer;
  readonly remember: Remember;
  readonly overridable: boolean;
  /** `maybe`: words that are not known before it runs could make it match; such a rule asks. */
  readonly certainty: "yes" | "maybe";
  readonly standing: "full" | "tighten-only";
  readonly source: Source;
}

export type Hit = "yes" | "maybe" | "no";
/** A rule that allows is read narrowly, one that restricts is read widely. */
export type Stance = "loosen" | "tighten";

export function stanceOf(ruling: Ruling): Stance {
  return ruling === "allow" ? "loosen" : "tighten";
}
