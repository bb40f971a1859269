/**
 * fish lines, by a small reader of their own: words, lists, pipes, redirections and substitutions.
 * Blocks and everything else that it does not know make the line unparsable; nothing is guessed.
 */
import type { Command, Doubt, ParseOutcome, Redirect, Stdin } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";
import { changeFolder } from "./change-folder.ts";
import { findFishDoubt, readAssignments } from "./fish-builtins.ts";
import { type FishText, isKnown, NotUnderstood, readFishWord, take } from "./fish-word.ts";
import type { ParseOptions } from "./parse.ts";
import { joinCwds, type Scope } from "./scope.ts";

interface Reader extends FishText {
  readonly commands: Command[];
  readonly doubts: Doubt[];
  readonly scope: Scope;
  readonly depth: number;
  nesting: readonly string[];
  stdin: Stdin;
}

const MAX_DEPTH = 40;

export function parseFish(text: string, options: ParseOptions, depth = 0): ParseOutcome {
  const reader = startReader(text, options, depth);
  try {
    readList(reader, "line");
  } catch (error) {
    if (error instanceof NotUnderstood) return { kind: "unparsable", reason: error.message, pos: error.pos };
    return { kind: "unparsable", reason: "the fish reader failed", pos: reader.at };
  }
  return { kind: "parsed", commands: reader.commands, doubts: reader.doubts, plain: reader.plain };
}

function startReader(text: string, options: ParseOptions, depth: number): Reader {
  const cwds = Array.isArray(options.cwd) ? options.cwd : [options.cwd as string | null];
  const reader: Reader = {
    text,
    home: options.home,
    at: 0,
    plain: true,
    commands: [],
    doubts: [],
    depth,
    scope: {
      variables: new Map(),
      functions: new Map(),
      aliases: new Map(),
      positional: undefined,
      zero: undefined,
      cwds,
    },
    nesting: [],
    stdin: options.stdin ?? { kind: "inherited" },
    readSubstitution: () => {
      const { nesting, stdin } = reader;
      if (nesting.length >= MAX_DEPTH) throw new NotUnderstood("nested too deeply", reader.at);
      Object.assign(reader, { nesting: [...nesting, "$( )"], stdin: { kind: "inherited" } });
      readList(reader, "substitution");
      Object.assign(reader, { nesting, stdin });
    },
  };
  return reader;
}

/** All jobs up to the end of the line, or up to the bracket that closes the substitution. */
function readList(reader: Reader, what: "line" | "substitution"): void {
  for (;;) {
    skipBlanks(reader, /(?:[ \t\n;]|\\\n|#[^\n]*)+/y);
    const char = reader.text[reader.at];
    if (char === undefined && what === "line") return;
    if (char === ")" && what === "substitution") {
      reader.at++;
      return;
    }
    readJob(reader);
  }
}

function skipBlanks(reader: Reader, pattern: RegExp): void {
  pattern.lastIndex = reader.at;
  reader.at += pattern.exec(reader.text)?.[0].length ?? 0;
}

/** Between words; a hash that follows begins a comment. */
const BLANKS = /(?:[ \t]|\\\n)+(?:#[^\n]*)?/y;

/** Pipelines joined by `&&` and `||`, perhaps in the background. */
function readJob(reader: Reader): void {
  const from = reader.commands.length;
  readPipeline(reader);
  while (/^(?:&&|\|\|)/.test(reader.text.slice(reader.at, reader.at + 2))) {
    reader.at += 2;
    skipBlanks(reader, /(?:[ \t\n]|\\\n|#[^\n]*)+/y);
    readPipeline(reader);
  }
  const rest = reader.text.slice(reader.at, reader.at + 2);
  if (/^&(?!&)/.test(rest)) {
    reader.at++;
    nestFrom(reader, from, "&");
  } else if (!/^(?:$|[;\n)])/.test(rest)) throw new NotUnderstood("is not valid fish text", reader.at);
}

/** Says of the commands since `from` that they stand below one more thing. */
function nestFrom(reader: Reader, from: number, name: string): void {
  const depth = reader.nesting.length;
  for (let index = from; index < reader.commands.length; index++) {
    const command = reader.commands[index] as Command;
    const nesting = [...command.nesting.slice(0, depth), name, ...command.nesting.slice(depth)];
    reader.commands[index] = { ...command, nesting };
  }
}

const PIPE = /&\||\d*>\||\|(?!\|)/y;

function readPipeline(reader: Reader): void {
  const start = reader.commands.length;
  const stdin = reader.stdin;
  for (;;) {
    const from = reader.commands.length;
    readSimple(reader);
    PIPE.lastIndex = reader.at;
    if (!PIPE.test(reader.text)) break;
    take(reader, PIPE);
    skipBlanks(reader, /(?:[ \t\n]|\\\n|#[^\n]*)+/y);
    const written = reader.commands.length - from;
    reader.stdin = { kind: "pipe", from: Array.from({ length: written }, (_, index) => from + index) };
  }
  if (reader.stdin !== stdin) nestFrom(reader, start, "pipe");
  reader.stdin = stdin;
}

const PREFIXES: ReadonlySet<string> = new Set(["and", "or", "not", "!", "time"]);
const BLOCKS: ReadonlySet<string> = new Set(
  "if else for while switch case begin end function { } [[ (( foreach do done then fi".split(" "),
);
const REDIRECT = /(?:\d*(?:>>|>\?|>&|>(?!\|)|<&|<\?|<)|&>>|&>)/y;

function readSimple(reader: Reader): void {
  const argv: Word[] = [];
  const redirects: Redirect[] = [];
  const pos = reader.at;
  let end = pos;
  for (;;) {
    skipBlanks(reader, BLANKS);
    REDIRECT.lastIndex = reader.at;
    if (REDIRECT.test(reader.text)) redirects.push(...readRedirect(reader));
    else if (atWord(reader)) argv.push(...readFishWord(reader));
    else break;
    end = reader.at;
    while (argv.length === 1 && PREFIXES.has(nameOf(argv))) argv.length = 0;
    if (argv.length > 0 && BLOCKS.has(nameOf(argv))) throw new NotUnderstood("has a block", pos);
  }
  if (argv.length === 0) throw new NotUnderstood("is not valid fish text", reader.at);
  finish(reader, argv, redirects, { pos, end });
}

function nameOf([first]: readonly Word[]): string {
  return (first && knownText(first)) ?? "";
}

function atWord(reader: Reader): boolean {
  PIPE.lastIndex = reader.at;
  if (PIPE.test(reader.text)) return false;
  // Older fish redirects errors with a caret, newer fish takes it for text.
  if (reader.text[reader.at] === "^") throw new NotUnderstood("begins a word with a caret", reader.at);
  return /^[^\n;&|)#]/.test(reader.text.slice(reader.at, reader.at + 1));
}

function readRedirect(reader: Reader): Redirect[] {
  const pos = reader.at;
  reader.plain = false;
  const written = take(reader, REDIRECT).replace(/^\d+|\?$/g, "");
  skipBlanks(reader, BLANKS);
  return readFishWord(reader).map((target) => {
    return { operator: written as Redirect["operator"], target, pos, end: reader.at };
  });
}

function finish(
  reader: Reader,
  words: readonly Word[],
  redirects: readonly Redirect[],
  span: { pos: number; end: number },
): void {
  const { argv, assignments } = readAssignments(words, span);
  const stdin = redirects.reduce(stdinAfter, reader.stdin);
  const place = { cwds: reader.scope.cwds, nesting: reader.nesting, exports: new Map() };
  reader.commands.push({ argv, assignments, redirects, stdin, ...place, ...span });
  const name = nameOf(argv);
  if (name === "cd" || name === "pushd" || name === "popd") move(reader, name, argv.slice(1));
  const doubt = findFishDoubt(argv);
  if (name === "eval" && isKnown(argv)) evaluate(reader, argv.slice(1), span);
  else if (doubt) reader.doubts.push({ ...doubt, ...span });
}

function stdinAfter(before: Stdin, { operator, target }: Redirect): Stdin {
  if (operator === "<") return { kind: "file", path: target };
  return operator === "<&" ? { kind: "pipe", from: [] } : before;
}

function move(reader: Reader, name: string, args: readonly Word[]): void {
  const before = reader.scope.cwds;
  changeFolder(name, args, reader.scope, { home: reader.home });
  reader.scope.cwds = joinCwds(reader.scope.cwds, before);
}

function evaluate(reader: Reader, args: readonly Word[], span: { pos: number; end: number }): void {
  const text = args.map((arg) => knownText(arg) ?? "").join(" ");
  const options = {
    dialect: "fish",
    home: reader.home,
    cwd: reader.scope.cwds,
    stdin: reader.stdin,
  } as const;
  const inner =
    reader.depth < MAX_DEPTH
      ? parseFish(text, options, reader.depth + 1)
      : { kind: "unparsable" as const, reason: "nested too deeply" };
  if (inner.kind === "unparsable") {
    reader.doubts.push({ kind: "unknown-text", because: `eval: its text ${inner.reason}`, ...span });
    return;
  }
  if (!inner.plain) reader.plain = false;
  reader.scope.cwds = [null];
  reader.doubts.push(...inner.doubts.map((doubt) => ({ ...doubt, ...span })));
  const from = reader.commands.length;
  for (const command of inner.commands) {
    const stdin = command.stdin.kind === "pipe" ? shifted(command.stdin, from) : command.stdin;
    reader.commands.push({
      ...command,
      ...span,
      stdin,
      nesting: [...reader.nesting, "eval", ...command.nesting],
    });
  }
}

function shifted(stdin: Extract<Stdin, { kind: "pipe" }>, by: number): Stdin {
  return { kind: "pipe", from: stdin.from.map((index) => index + by) };
}
