/** The words of the ladder. What it gets is a CheckResult of src/decide, of which only this much matters. */

export interface AskedCommand {
  readonly argv: readonly string[];
  readonly program?: string;
  readonly open?: readonly unknown[];
  readonly cwds: readonly (string | null)[];
  readonly effects: readonly { readonly kind: string; readonly because: string }[];
  readonly ruling: "allow" | "ask" | "confirm" | "deny";
  readonly rule: string;
  readonly nesting: readonly string[];
}

export interface Asked {
  readonly ruling: "allow" | "ask" | "confirm" | "deny";
  readonly remember?: "session" | "never";
  readonly commands: readonly AskedCommand[];
  readonly doubts: readonly unknown[];
}

/** `match` of a rule in a policy file. */
export type RungMatch =
  | string
  | { program: string; args?: string[]; exactly?: string[]; flags?: string[]; under?: string };

export const RUNG_KINDS = ["exact", "flags", "subcommand", "program"] as const;
export type RungKind = (typeof RUNG_KINDS)[number];

/** How many words of a program's command line name a sub-command; what knowledge.spec() gives has this shape. */
export interface KnownProgram {
  readonly confirm?: readonly string[];
  readonly subcommands?: { get(name: string): KnownProgram | undefined };
}

export interface Knows {
  readonly know: (program: string) => KnownProgram | undefined;
}

/** `Question`: a line or an argv with its folder, as it was asked. It is handed back as it came: nobody here joins or parses it. */
export interface LadderPorts<Question> extends Knows {
  /** The real check with these rules added to the file; undefined when no file could hold them, or nobody has time to try. */
  readonly check: (matches: readonly RungMatch[], question: Question) => Promise<Asked | undefined>;
}

export interface RungDraft {
  readonly kind: RungKind;
  readonly matches: readonly RungMatch[];
  /** For people. */
  readonly description: string;
  /** Plain words: what it newly allows besides what was asked. */
  readonly widens: readonly string[];
}
