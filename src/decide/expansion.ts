/** What grows while a line is expanded, and what the expansion needs from outside. */
import type { AgentWrapper } from "../core/agent.ts";
import type { Command, Dialect, Doubt, ParsedLine, ParseOutcome } from "../core/command.ts";
import type { Classified } from "../core/effect.ts";
import type { ParseOptions } from "../parse/parse.ts";
import type { Facts } from "./facts.ts";
import type { Judged } from "./judged.ts";
import type { CheckResult } from "./result.ts";
import type { Stopwatch } from "./stopwatch.ts";
import type { Pipes } from "./stream.ts";

export interface Expansion {
  readonly items: Judged[];
  readonly doubts: Doubt[];
  /** Texts beyond plain words, quotes, pipes and lists: a second parser must agree before they are allowed. */
  readonly texts: { readonly text: string; readonly dialect: Dialect }[];
  /** A line that takes longer is not allowed. */
  readonly stopwatch: Stopwatch;
  /** On the clock of performance.now(): when others last had their turn. */
  lastPauseMs: number;
  /** What an agent put around its own line. */
  wrapper?: CheckResult["wrapper"];
}

export interface ExpandPorts {
  readonly home: string;
  readonly agents: readonly AgentWrapper[];
  readonly facts: Facts;
  parse(text: string, options: ParseOptions): ParseOutcome | Promise<ParseOutcome>;
  classify(command: Command): Classified;
}

export const MAX_DEPTH = 10;
export const MAX_ITEMS = 1_500;

/** A text, and the commands as they stand in it. */
export interface Source {
  readonly text: string;
  readonly commands: readonly Command[];
  /** What the shell that reads it had defined before. */
  readonly prelude?: string;
}

/** Where a list of commands comes from. */
export interface Origin {
  readonly depth: number;
  /** The text they were parsed from, and how they stand in it; undefined for a command that another one starts. */
  readonly source?: Source | undefined;
  readonly task?: Judged | undefined;
  /** For a command that another one starts: what that one's stdin comes from. */
  readonly pipes?: Pipes;
}

/** What a second parser must agree with before the text is allowed. */
export function votedTexts(text: string, outcome: ParsedLine): readonly string[] {
  return [...(outcome.plain ? [] : [text]), ...(outcome.texts ?? [])];
}

export function requireTime(into: Expansion): void {
  if (isTimeOver(into)) throw new Error("it takes too long");
}

export function isTimeOver({ stopwatch }: Expansion): boolean {
  return stopwatch.isOver();
}

const TURN_MS = 8;

/** A long script must not keep everybody else waiting. */
export async function giveTurn(into: Pick<Expansion, "lastPauseMs" | "stopwatch">): Promise<void> {
  const comeBack = into.stopwatch.leave();
  await new Promise((resolve) => setImmediate(resolve));
  comeBack();
  into.lastPauseMs = performance.now();
}

export function isTurnOver({ lastPauseMs }: Pick<Expansion, "lastPauseMs">): boolean {
  return performance.now() - lastPauseMs > TURN_MS;
}

export function addDoubt(into: Expansion, at: Command, kind: Doubt["kind"], because: string): void {
  if (into.doubts.some((doubt) => doubt.because === because)) return;
  into.doubts.push({ kind, because, pos: at.pos, end: at.end });
}
