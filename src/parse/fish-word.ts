/** One word of a fish line: its quotes, escapes, variables, substitutions, wildcards and simple braces. */
import { knownText, type Piece, type Word } from "../core/word.ts";
import { makeWord } from "./make-word.ts";
import { expandTilde } from "./tilde.ts";

export interface FishText {
  readonly text: string;
  readonly home: string;
  at: number;
  /** False once anything but words, quotes, pipes and lists was seen. */
  plain: boolean;
  /** Reads the commands up to the closing bracket; `at` stands behind the opening one. */
  readSubstitution(): void;
}

/** A form that this reader does not know. Caught in fish.ts: unparsable. */
export class NotUnderstood extends Error {
  override readonly name = "NotUnderstood";
  readonly pos: number;
  constructor(reason: string, pos: number) {
    super(reason);
    this.pos = pos;
  }
}

/** These end a word. */
const ENDS = /[\s;&|<>)]/;
const ORDINARY = /[^\s;&|<>()'"\\$*?{}[\]]+/y;

/** The words that one word becomes: several when braces stand in it. */
export function readFishWord(reader: FishText): Word[] {
  const pos = reader.at;
  let builds: Piece[][] = [[]];
  while (reader.at < reader.text.length && !ENDS.test(reader.text[reader.at] ?? "")) {
    const choices = readPart(reader, pos);
    const [only, ...others] = choices;
    // In place where there is no choice: a word of many parts must not be copied for each.
    if (only && others.length === 0) for (const build of builds) build.push(...only);
    else builds = builds.flatMap((build) => choices.map((pieces) => [...build, ...pieces]));
    if (builds.length > 64) throw new NotUnderstood("has too many words in braces", pos);
  }
  if (reader.at === pos) throw new NotUnderstood("is not valid fish text", pos);
  checkAmpersand(reader);
  return builds.map((pieces) => makeWord(pieces, { pos, end: reader.at }));
}

/** Older fish ends the word at an ampersand, newer fish does not. */
function checkAmpersand({ text, at }: FishText): void {
  if (/^&[^\s;|&]/.test(text.slice(at, at + 2)))
    throw new NotUnderstood("has an ampersand inside a word", at);
}

function readPart(reader: FishText, start: number): Piece[][] {
  switch (reader.text[reader.at]) {
    case "'":
      return [[{ kind: "text", text: readSingleQuoted(reader) }]];
    case '"':
      return [readDoubleQuoted(reader)];
    case "\\":
      return [[{ kind: "text", text: readEscape(reader) }]];
    case "$":
      return [[readDollar(reader, "unquoted")]];
    case "(":
      return [[readBrackets(reader, reader.at)]];
    case "*":
    case "?":
      reader.plain = false;
      return [[{ kind: "glob", text: take(reader, /[*?]+/y) }]];
    case "{":
      return readBraces(reader).map((text) => [{ kind: "text", text }]);
    case "[":
    case "]":
      return [[{ kind: "text", text: take(reader, /[[\]]/y) }]];
    default: {
      const text = take(reader, ORDINARY);
      const tilde = reader.at - text.length === start && text.startsWith("~");
      return [tilde ? [...expandTilde(text, reader.home)] : [{ kind: "text", text }]];
    }
  }
}

/** What the pattern matches here, which must be something. */
export function take(reader: FishText, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (!found) throw new NotUnderstood("is not valid fish text", reader.at);
  reader.at += found.length;
  return found;
}

function readSingleQuoted(reader: FishText): string {
  return take(reader, /'(?:[^'\\]|\\[\s\S])*'/y)
    .slice(1, -1)
    .replace(/\\([\\'])/g, "$1");
}

function readDoubleQuoted(reader: FishText): Piece[] {
  const pieces: Piece[] = [{ kind: "text", text: "" }];
  reader.at++;
  while (reader.text[reader.at] !== '"') {
    if (reader.text[reader.at] === "$") pieces.push(readDollar(reader, "quoted"));
    else pieces.push({ kind: "text", text: unescapeQuoted(take(reader, /(?:[^"\\$]|\\[\s\S])+/y)) });
  }
  reader.at++;
  return pieces.filter((piece) => piece.text !== "");
}

function unescapeQuoted(text: string): string {
  return text.replace(/\\([\\"$\n])/g, (_, char: string) => (char === "\n" ? "" : char));
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
};

function readEscape(reader: FishText): string {
  const text = take(reader, /\\(?:[xX][\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|[0-7]{1,3}|[^xXuUc0-7])/y).slice(1);
  if (/^[xXu][\da-fA-F]/.test(text)) return characterOf(Number.parseInt(text.slice(1), 16), reader);
  if (/^[0-7]/.test(text)) return characterOf(Number.parseInt(text, 8), reader);
  return ESCAPES[text] ?? text;
}

function characterOf(code: number, reader: FishText): string {
  if (code === 0 || (code > 0x7e && code < 0x100)) throw new NotUnderstood("has an escaped byte", reader.at);
  return String.fromCodePoint(code);
}

function readDollar(reader: FishText, quoting: "quoted" | "unquoted"): Piece {
  const from = reader.at;
  reader.plain = false;
  if (reader.text.startsWith("$(", from)) {
    reader.at++;
    return readBrackets(reader, from);
  }
  const name = take(reader, /\$+\w+/y).replace(/^\$+/, "");
  readSlice(reader);
  const text = reader.text.slice(from, reader.at);
  return { kind: "unknown", why: "variable", text, name, splits: quoting === "unquoted" };
}

function readBrackets(reader: FishText, from: number): Piece {
  reader.plain = false;
  reader.at++;
  reader.readSubstitution();
  readSlice(reader);
  const text = reader.text.slice(from, reader.at);
  return { kind: "unknown", why: "substitution", text, splits: true };
}

/** `$x[1..-1]`: part of what is unknown anyway. */
function readSlice(reader: FishText): void {
  if (reader.text[reader.at] === "[") take(reader, /\[[\w\s.$-]*\]/y);
}

function readBraces(reader: FishText): string[] {
  reader.plain = false;
  if (reader.text.startsWith("{}", reader.at)) return [take(reader, /\{\}/y)];
  const pos = reader.at;
  const found = /\{[\w./,-]+\}/y;
  found.lastIndex = pos;
  if (!found.exec(reader.text)?.[0].includes(","))
    throw new NotUnderstood("has braces that are not simple", pos);
  return take(reader, /\{[^}]*\}/y)
    .slice(1, -1)
    .split(",");
}

export function isKnown(words: readonly Word[]): boolean {
  return words.every((word) => knownText(word) !== undefined);
}
