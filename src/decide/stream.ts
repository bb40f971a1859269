/**
 * What comes out of a command, or into its stdin, where it can be told: `echo a b |`, `find src |`, `<<< text`, with
 * filters in between. Whatever is not certain is unknown; text that may still matter is kept as a guess for the floor.
 */
import type { Command } from "../core/command.ts";
import { type Classified, type Prints, QUIET_KINDS } from "../core/effect.ts";
import { displayText, knownText, type Word } from "../core/word.ts";
import type { Judged } from "./judged.ts";
import { knownOutput, ownText } from "./known-output.ts";
import type { LineHabits } from "./line-habits.ts";

export type Stream =
  /** Exactly this. */
  | { readonly kind: "text"; readonly text: string }
  /** Lines of this text; some may be missing, or stand elsewhere. */
  | { readonly kind: "lines"; readonly text: string }
  /** Any number of names; each of these words stands for some of them. */
  | { readonly kind: "names"; readonly words: readonly Word[] }
  /** `shown` for people and for the floor: `$(pgrep guard)`. */
  | { readonly kind: "unknown"; readonly shown: string; readonly guess?: string };

export interface Pipes extends LineHabits {
  /** All commands of the text: what `stdin.from` counts. */
  readonly all: readonly Command[];
  /** The same with what they do; while they are looked at one by one, only those that came before. */
  readonly commands: readonly Judged[];
  classify(command: Command): Classified;
  /** The commands that one starts by its words (xargs, timeout), where these are all that it does. */
  startedBy(judged: Judged, depth: number): readonly Judged[];
}

const MAX_STAGES = 8;
const UNKNOWN: Stream = { kind: "unknown", shown: "…" };

export function streamInto(command: Command, pipes: Pipes, depth = 0): Stream {
  const { stdin } = command;
  switch (stdin.kind) {
    case "text": {
      const text = ownText(command);
      return text === undefined ? guessed("…", knownText(stdin.text)) : { kind: "text", text };
    }
    case "pipe":
      return streamThrough(stdin.from, command, pipes, depth);
    case "file":
    case "inherited":
      return UNKNOWN;
  }
}

function guessed(shown: string, guess: string | undefined): Stream {
  return { kind: "unknown", shown, ...(guess === undefined ? {} : { guess }) };
}

function streamThrough(from: readonly number[], into: Command, pipes: Pipes, depth: number): Stream {
  // Of several producers some may not run: only one alone is known.
  const [only, ...others] = from.map((index) => pipes.commands[index]);
  if (only === undefined || others.length > 0 || depth > MAX_STAGES) return UNKNOWN;
  const stream = streamOf(only, pipes, depth);
  if (stream.kind === "unknown" || !isShared(from, into, pipes)) return stream;
  return guessed(shownAs(only.command), stream.kind === "names" ? undefined : stream.text);
}

/** `| { read x; xargs …; }`: somebody else may take the first bytes, and so leave another text. */
function isShared(from: readonly number[], into: Command, pipes: Pipes): boolean {
  const readers = pipes.all.filter(({ stdin }) => stdin.kind === "pipe" && stdin.from === from);
  const own = readers.includes(into) ? into : readers.find((reader) => reader.pos === into.pos);
  return readers.some((reader) => reader !== own && !leavesStdin(reader, pipes));
}

const NEVER_READ =
  /^(?:echo|printf|true|false|:|test|\[|cd|basename|dirname|sleep|date|pwd|break|continue|exit)$/;

/** It has files of its own to read, or never reads any. */
function leavesStdin(command: Command, pipes: Pipes): boolean {
  const [name = "", ...args] = command.argv.map((word) => knownText(word) ?? "");
  if (NEVER_READ.test(name)) return true;
  if (args.some((arg) => arg === "-" || arg.startsWith("/dev/") || arg.startsWith("/proc/"))) return false;
  const { effects, runs } = pipes.classify(command);
  return (
    runs.length === 0 && effects.some(({ kind, target }) => QUIET_KINDS.has(kind) && target !== undefined)
  );
}

/** What a command prints. */
export function streamOf(judged: Judged, pipes: Pipes, depth = 0): Stream {
  const { command, classified } = judged;
  const text = knownOutput(command);
  if (!isClean(command, pipes)) return guessed(shownAs(command), text);
  if (text !== undefined) return { kind: "text", text };
  if (classified.prints !== undefined) return streamFrom(classified.prints, command, pipes, depth);
  return streamOfStarted(judged, pipes, depth);
}

/** `xargs grep -l x`: what the commands print that it starts. */
function streamOfStarted(judged: Judged, pipes: Pipes, depth: number): Stream {
  const words: Word[] = [];
  const started = depth > MAX_STAGES ? [] : pipes.startedBy(judged, depth + 1);
  for (const { command, classified } of started) {
    if (classified.prints?.kind !== "paths") return guessed(shownAs(judged.command), undefined);
    words.push(...pathsBelow(classified.prints.roots, command));
  }
  return started.length > 0 ? { kind: "names", words } : guessed(shownAs(judged.command), undefined);
}

function streamFrom(prints: Prints, command: Command, pipes: Pipes, depth: number): Stream {
  const unknown = guessed(shownAs(command), undefined);
  switch (prints.kind) {
    case "lines": {
      const inner = streamInto(command, pipes, depth + 1);
      return inner.kind === "text" ? { kind: "lines", text: inner.text } : inner;
    }
    case "paths":
      return { kind: "names", words: pathsBelow(prints.roots, command) };
    case "name":
      // git rev-parse prints a `--` as it is.
      if (command.argv.some((word) => knownText(word) === "--")) return unknown;
      return { kind: "names", words: [globWord([{ kind: "glob", text: "**" }], command)] };
    case "programs":
    case "folder":
      return unknown;
  }
}

/** What its entry says is all that it prints. */
export function isClean(command: Command, pipes: Pipes): boolean {
  return !pipes.mixed && printsToStdoutOnly(command) && !command.assignments.some(changesOutput);
}

/** The program's output and nothing else: with `2>&1` its complaints, which may hold any word, would come along. */
function printsToStdoutOnly({ redirects }: Command): boolean {
  return redirects.every(
    ({ operator, target }) =>
      operator.startsWith("<<") || (/^&?>/.test(operator) && knownText(target) === "/dev/null"),
  );
}

function changesOutput({ name }: { readonly name: string }): boolean {
  return !/^(?:LANG|LC_\w+)$/.test(name);
}

const MAX_SHOWN = 120;

function shownAs({ argv }: Command): string {
  const text = argv.map(displayText).join(" ");
  return text === "" || text.length > MAX_SHOWN ? "…" : `$(${text})`;
}

/** Anything below each root, then the roots themselves. Without a root names stand bare, and may begin with a dash. */
function pathsBelow(roots: readonly Word[], at: Command): Word[] {
  if (roots.length === 0) return [globWord([{ kind: "glob", text: "**", dashes: true }], at)];
  const bare = roots.map(({ pieces }) =>
    pieces.map((piece, index) =>
      index === 0 && piece.kind === "glob" ? ({ ...piece, dashes: true } as const) : piece,
    ),
  );
  const below = bare.map((pieces) => globWord([...pieces, { kind: "glob", text: "/**" }], at));
  return [...below, ...bare.map((pieces) => globWord(pieces, at))];
}

function globWord(pieces: Word["pieces"], { pos, end }: Command): Word {
  return { pieces, pos, end };
}
