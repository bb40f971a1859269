/** What a check answers: the line's ruling, why, and the same for each of its commands. */
import type { Doubt } from "../core/command.ts";
import type { Effect } from "../core/effect.ts";
import type { Layer, Risk, Ruling } from "../core/ruling.ts";

export interface CommandResult {
  readonly argv: readonly string[];
  readonly effects: readonly Effect[];
  readonly ruling: Ruling;
  readonly layer: Layer;
  readonly rule: string;
  readonly because: string;
  readonly instead?: string;
  /** Where it stands in the line. */
  readonly pos: number;
  readonly end: number;
  readonly nesting: readonly string[];
  /** What a tool of the confirm class can do. */
  readonly can?: readonly string[];
}

export interface DoubtResult {
  readonly kind: Doubt["kind"];
  readonly because: string;
  readonly ruling: Ruling;
  readonly pos: number;
  readonly end: number;
}

export interface CheckResult {
  readonly line: string;
  readonly ruling: Ruling;
  readonly risk: Risk;
  readonly reasons: readonly string[];
  /** Ids of the rules that decided, strictest first. */
  readonly rules: readonly string[];
  readonly instead?: string;
  /** An agent's own line, when the whole line is that and what the agent puts around it. */
  readonly wrapper?: { readonly agent: string; readonly line: string };
  readonly commands: readonly CommandResult[];
  /** What could not be known, and where. */
  readonly doubts: readonly DoubtResult[];
}
