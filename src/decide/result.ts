/** What a check answers: the line's ruling, why, and the same for each of its commands. */
import type { Doubt } from "../core/command.ts";
import type { Effect } from "../core/effect.ts";
import type { Layer, Risk, Ruling } from "../core/ruling.ts";
import type { Background } from "./background.ts";

/** A word of argv that is not known before it runs: any one word, any words, or the names that a wildcard hits. */
export interface OpenWord {
  readonly word: number;
  readonly as: "one" | "many" | "names";
}

export interface CommandResult {
  readonly argv: readonly string[];
  /** Base name; left out where it cannot be known or there is none. */
  readonly program?: string;
  readonly open?: readonly OpenWord[];
  /** Folders it may run in; null = cannot be known. */
  readonly cwds: readonly (string | null)[];
  readonly effects: readonly Effect[];
  readonly ruling: Ruling;
  readonly layer: Layer;
  readonly rule: string;
  readonly because: string;
  readonly instead?: string;
  /** What each layer said, as `layer:ruling:rule`, where more than the one that decided spoke. */
  readonly rulings?: readonly string[];
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
  /** It leaves something running behind itself. */
  readonly background?: Background;
  /** An agent's own line, when the whole line is that and what the agent puts around it. */
  readonly wrapper?: {
    readonly agent: string;
    readonly line: string;
    /** Files of the agent's own that stand in the text around it, and are others each time. */
    readonly own: readonly string[];
    /** Nothing around the line comes from a file. */
    readonly whole?: true;
  };
  /** A rule wants to be asked each time (no answer may be remembered), or in each session. */
  readonly remember?: "session" | "never";
  /** What happens when nobody answers in time. Left out: deny. */
  readonly onSilence?: "allow";
  readonly commands: readonly CommandResult[];
  /** What could not be known, and where. */
  readonly doubts: readonly DoubtResult[];
}
