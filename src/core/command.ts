/** One simple command that could run, as the parser found it. */
import type { Word } from "./word.ts";

export const DIALECTS = ["bash", "sh", "zsh", "fish"] as const;
export type Dialect = (typeof DIALECTS)[number];

export interface Assignment {
  readonly name: string;
  /** All the words of an array, or the one value. Empty for `export NAME`. */
  readonly values: readonly Word[];
  /** Reaches programs: `A=1 cmd`, `export A=1`, `declare -x A=1`. */
  readonly exported: boolean;
  readonly pos: number;
  readonly end: number;
}

export interface Redirect {
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | ">&" | "<&" | "<<" | "<<-" | "<<<";
  /** The path, the descriptor to duplicate, or the body of a here-document. */
  readonly target: Word;
  readonly pos: number;
  readonly end: number;
}

export type Stdin =
  | { readonly kind: "inherited" }
  /** Indexes into the same list of commands: what writes into this pipe. */
  | { readonly kind: "pipe"; readonly from: readonly number[] }
  | { readonly kind: "text"; readonly text: Word }
  | { readonly kind: "file"; readonly path: Word };

export interface Command {
  /** Program name first; empty when the command is only assignments and redirections. */
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  /** Folders it may run in, absolute; null = cannot be known. Never empty. */
  readonly cwds: readonly (string | null)[];
  /** The way down: "pipe", "subshell", "$( )", "function f", "sh -c", … outermost first. */
  readonly nesting: readonly string[];
  readonly pos: number;
  readonly end: number;
  /** For eval: the text that it runs. What is in it stands among the commands, too. */
  readonly evaluates?: string;
  /** Exported variables with a known value, for a shell started by this command. */
  readonly exports: ReadonlyMap<string, Word>;
}

export interface ParsedLine {
  readonly kind: "parsed";
  readonly commands: readonly Command[];
  /** Things that make parts of the line unknowable although it parsed ("eval of unknown text"). */
  readonly doubts: readonly Doubt[];
  /** Only words, quotes, globs, pipes, lists and redirections: one parser's word is enough. */
  readonly plain: boolean;
  /** Further texts that the shell reads on the way (eval, aliases, its own functions) and that are more than plain. */
  readonly texts?: readonly string[];
}

export interface Doubt {
  readonly kind:
    | "unparsable"
    | "unknown-text"
    | "unknown-program"
    | "fork-bomb"
    | "too-deep"
    | "redefinition"
    /** It would take the place of something of guard's own. */
    | "tamper";
  readonly because: string;
  readonly pos: number;
  readonly end: number;
}

export interface Unparsable {
  readonly kind: "unparsable";
  readonly reason: string;
  readonly pos?: number;
}

export type ParseOutcome = ParsedLine | Unparsable;
