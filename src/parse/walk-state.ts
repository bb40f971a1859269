/** What the walk over one line carries along. Shared by the files that walk; holds no logic of its own. */
import type { Function as FunctionNode, Script, Word, WordPart } from "unbash";
import type { Command, Dialect, Doubt, Stdin } from "../core/command.ts";
import type { TextKind, Tree } from "./read-tree.ts";
import type { Scope, Value } from "./scope.ts";

export interface Span {
  readonly pos: number;
  readonly end: number;
}

/** Where the walk stands. */
export interface Place {
  readonly nesting: readonly string[];
  readonly stdin: Stdin;
  /** For text that is not part of the line itself (eval, aliases): the span of what brought it in. */
  readonly at?: Span;
  /** Functions and aliases being walked, innermost last, with the depth of nesting at which they were called. */
  readonly calls: readonly { readonly what: FunctionNode | string; readonly depth: number }[];
  /** How often loops around this place repeat it, one value at a time. */
  readonly repeats: number;
}

export interface Definition {
  readonly name: string;
  readonly node: FunctionNode;
  readonly scope: Scope;
  readonly place: Place;
}

export interface Walk {
  readonly dialect: Dialect;
  readonly text: TextKind;
  readonly home: string;
  readonly commands: Command[];
  readonly doubts: Doubt[];
  /** Functions that were called, so that the others are judged too. */
  readonly called: Set<FunctionNode>;
  /** Every function definition met, with what the shell knew there. */
  readonly defined: Definition[];
  stepsLeft: number;
  /** False once text from eval, trap or an alias held more than plain words, pipes and lists. */
  plain: boolean;
  /** Those texts, and definitions beyond plain aliases: a second parser must agree with them. */
  readonly texts: Set<string>;
  /** Texts of aliases, each read once. */
  readonly aliasTrees: Map<string, Tree | undefined>;
  /** True once the shell prints every command before it runs it. */
  traces: boolean;
  /** Set by the walker; lets word expansion walk substitutions without importing it. */
  walkScript(script: Script, scope: Scope, place: Place): void;
  walkFunction(node: FunctionNode, scope: Scope, place: Place): void;
  /** Expansion of words inside words, without import cycles. */
  expandValue(word: Word, scope: Scope, place: Place): Value[];
  /** The values that each part may have by itself. */
  expandEach(parts: readonly WordPart[], scope: Scope, place: Place): readonly (readonly Value[])[];
  /** Parses further shell text in the same scope (eval, trap, alias). */
  walkText(text: string, scope: Scope, place: Place): void;
}

/** The line asks for more work than any honest line needs. Caught in parse.ts: unparsable. */
export class TooComplex extends Error {
  override readonly name = "TooComplex";
}

const MAX_NESTING = 40;

export function step(walk: Walk, place: Place): void {
  if (--walk.stepsLeft < 0) throw new TooComplex("has more commands and words than can be judged");
  if (place.nesting.length > MAX_NESTING) throw new TooComplex("is nested too deeply");
}

export function spanOf(node: Span, place: Place): Span {
  return place.at ?? { pos: node.pos, end: node.end };
}

export function inside(place: Place, name: string, change: Partial<Place> = {}): Place {
  return { ...place, ...change, nesting: [...place.nesting, name] };
}

export function addDoubt(walk: Walk, kind: Doubt["kind"], because: string, span: Span): void {
  if (walk.doubts.some((doubt) => doubt.kind === kind && doubt.because === because)) return;
  walk.doubts.push({ kind, because, pos: span.pos, end: span.end });
}
