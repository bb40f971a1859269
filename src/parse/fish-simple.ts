/** One simple command of a fish line, with its redirections and what it changes for the rest of the line. */
import type { Command, Doubt, ParseOutcome, Redirect, Stdin } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";
import { changeFolder } from "./change-folder.ts";
import { readAssignments, withoutPrefixes } from "./fish-assign.ts";
import { BLOCK_DOUBT, type BlockWord, blockWordOf } from "./fish-block.ts";
import { findFishDoubt } from "./fish-builtins.ts";
import { type FishText, isKnown, NotUnderstood, readFishWord, take } from "./fish-word.ts";
import { joinCwds, type Scope } from "./scope.ts";

/** Where the reading of a line stands. */
export interface Reader extends FishText {
  readonly commands: Command[];
  readonly doubts: Doubt[];
  readonly scope: Scope;
  readonly depth: number;
  /** What the shell's own functions stand for: a command that gets the arguments. */
  readonly functions: Map<string, readonly Word[]>;
  nesting: readonly string[];
  stdin: Stdin;
  /** Shared with the text of eval. */
  readonly budget: { stepsLeft: number };
  /** Text of eval, read like a line of its own. */
  parseAgain(text: string): ParseOutcome;
}

export const MAX_DEPTH = 40;
export const PIPE = /&\||\d*>\||\|(?!\|)/y;

/** Between words; a hash that follows begins a comment. */
const BLANKS = /(?:[ \t]|\\\n)+(?:#[^\n]*)?/y;

export function skipBlanks(reader: Reader, pattern: RegExp): void {
  pattern.lastIndex = reader.at;
  reader.at += pattern.exec(reader.text)?.[0].length ?? 0;
}

const PREFIXES: ReadonlySet<string> = new Set(["and", "or", "not", "!", "time"]);
const REDIRECT = /(?:\d*(?:>>|>\?|>&|>(?!\|)|<&|<\?|<)|&>>|&>)/y;

/** What is read of one command so far. */
interface Draft {
  readonly argv: Word[];
  readonly redirects: Redirect[];
  block: BlockWord;
}

export function readSimple(reader: Reader): void {
  const draft: Draft = { argv: [], redirects: [], block: "none" };
  const pos = reader.at;
  let end = pos;
  for (;;) {
    skipBlanks(reader, BLANKS);
    const seen = draft.argv.length + draft.redirects.length;
    REDIRECT.lastIndex = reader.at;
    if (REDIRECT.test(reader.text)) draft.redirects.push(...readRedirect(reader));
    else if (atWord(reader)) draft.argv.push(...readFishWord(reader));
    else break;
    end = reader.at;
    step(reader, draft.argv.length + draft.redirects.length - seen);
    if (draft.argv.length === 1 && draft.block !== "with-words") takeLeadingWord(draft, reader, pos);
  }
  const { argv, redirects, block } = draft;
  if (argv.length === 0 && block === "none") throw new NotUnderstood("is not valid fish text", reader.at);
  step(reader, 1);
  // What stands behind `for` or `end` is no command; its redirections count.
  if (block === "with-words") argv.length = 0;
  if (argv.length + redirects.length > 0) finish(reader, argv, redirects, { pos, end });
}

/** `not`, `and`, `if` …: the command comes behind them. */
function takeLeadingWord(draft: Draft, reader: Reader, pos: number): void {
  const [word] = draft.argv;
  const block = blockWordOf(word);
  if (block !== "none") draft.block = enterBlock(reader, word, pos);
  if (block === "before-commands" || PREFIXES.has(nameOf(draft.argv))) draft.argv.length = 0;
}

function enterBlock(reader: Reader, word: Word | undefined, pos: number): BlockWord {
  const block = blockWordOf(word);
  if (block === "not-understood") throw new NotUnderstood("has a block of another shell", pos);
  reader.plain = false;
  if (!reader.doubts.some(({ because }) => because === BLOCK_DOUBT.because))
    reader.doubts.push({ ...BLOCK_DOUBT, pos, end: reader.text.length });
  return block;
}

function step(reader: Reader, words: number): void {
  reader.budget.stepsLeft -= words;
  if (reader.budget.stepsLeft < 0)
    throw new NotUnderstood("has more commands and words than can be judged", reader.at);
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
  const { argv: written, assignments } = readAssignments(words, span);
  const argv = replaceFunction(written, reader.functions);
  const stdin = redirects.reduce(stdinAfter, reader.stdin);
  const place = { cwds: reader.scope.cwds, nesting: reader.nesting, exports: new Map() };
  reader.commands.push({ argv, assignments, redirects, stdin, ...place, ...span });
  const [moves, ...operands] = withoutPrefixes(argv);
  const folder = moves ? knownText(moves) : undefined;
  if (folder === "cd" || folder === "pushd" || folder === "popd") move(reader, folder, operands);
  const doubt = findFishDoubt(argv, assignments);
  if (nameOf(argv) === "eval" && isKnown(argv)) evaluate(reader, argv.slice(1), span);
  else if (doubt) reader.doubts.push({ ...doubt, ...span });
}

/** Each function once: what it calls under its own name is itself, and that never ends. */
function replaceFunction(argv: readonly Word[], functions: Reader["functions"]): readonly Word[] {
  const seen = new Set<string>();
  let words = argv;
  for (;;) {
    const name = nameOf(words);
    const body = functions.get(name);
    if (!body || seen.has(name)) return words;
    seen.add(name);
    words = [...body, ...words.slice(1)];
  }
}

function stdinAfter(before: Stdin, { operator, target }: Redirect): Stdin {
  if (operator === "<") return { kind: "file", path: target };
  return operator === "<&" ? { kind: "pipe", from: [] } : before;
}

function move(reader: Reader, name: string, args: readonly Word[]): void {
  const before = reader.scope.cwds;
  changeFolder(name, args, reader.scope, { home: reader.home });
  reader.scope.cwds = joinCwds(reader.scope.cwds, before);
  // A loop goes on from where it was.
  const inBlock = reader.doubts.some(({ because }) => because === BLOCK_DOUBT.because);
  if (inBlock) reader.scope.cwds = joinCwds(reader.scope.cwds, [null]);
}

function evaluate(reader: Reader, args: readonly Word[], span: { pos: number; end: number }): void {
  const text = args.map((arg) => knownText(arg) ?? "").join(" ");
  const inner =
    reader.depth < MAX_DEPTH
      ? reader.parseAgain(text)
      : { kind: "unparsable" as const, reason: "is nested too deeply" };
  if (inner.kind === "unparsable") {
    reader.doubts.push({ kind: "unknown-text", because: `eval: its text ${inner.reason}`, ...span });
    return;
  }
  if (!inner.plain) reader.plain = false;
  reader.scope.cwds = [null];
  reader.doubts.push(...inner.doubts.map((doubt) => ({ ...doubt, ...span })));
  const from = reader.commands.length;
  for (const command of inner.commands) {
    // A pipe inside the text counts its own commands; the pipe that eval reads does not.
    const own = command.stdin.kind === "pipe" && command.stdin !== reader.stdin;
    const stdin = own ? shifted(command.stdin, from) : command.stdin;
    reader.commands.push({
      ...command,
      ...span,
      stdin,
      nesting: [...reader.nesting, "eval", ...command.nesting],
    });
  }
}

function shifted(stdin: Stdin, by: number): Stdin {
  return stdin.kind === "pipe" ? { kind: "pipe", from: stdin.from.map((index) => index + by) } : stdin;
}
