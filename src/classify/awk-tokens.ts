/** awk text -> tokens. It marks where awk cannot be read without a grammar: a slash that is a division or begins a regex. */
import { closingBracket } from "./brackets.ts";

export type AwkTokenKind = "name" | "number" | "string" | "regex" | "operator" | "end";

export interface AwkToken {
  readonly kind: AwkTokenKind;
  /** Without quotes for strings. */
  readonly text: string;
}

export interface AwkTokens {
  readonly tokens: readonly AwkToken[];
  /** A slash that may be a division or begin a regex. */
  readonly ambiguous: boolean;
}

const LONG_OPERATORS = [
  "**=",
  "**",
  "&&",
  "||",
  "|&",
  ">>",
  "<=",
  ">=",
  "==",
  "!=",
  "!~",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "%=",
  "^=",
];
const OPERATORS = "{}()[];,+-*%^!<>=~?:$&|";
/** Words behind which a slash begins a regex. */
const BEFORE_REGEX: ReadonlySet<string> = new Set([
  "print",
  "printf",
  "return",
  "in",
  "case",
  "else",
  "do",
  "exit",
  "delete",
]);

/** Built-in names that stand without parentheses or hold no value: behind them each awk reads a slash in its own way. */
const NO_VALUE: ReadonlySet<string> = new Set(
  (
    "length getline next nextfile break continue BEGIN END BEGINFILE ENDFILE if while for switch default function func " +
    "fflush close rand srand systime substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int tolower " +
    "toupper gensub strftime mktime and or xor lshift rshift compl strtonum asort asorti patsplit typeof isarray system"
  ).split(" "),
);
/** Digits with a letter or dot right behind them are read as one word by some and as two by others. */
const NUMBER = /(?:0[xX][0-9A-Fa-f]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![0-9A-Za-z_.])/uy;

type Slash = "regex" | "division" | "either";

/** Undefined when the text is not awk, or ends inside a string or a regex. */
export function awkTokens(text: string): AwkTokens | undefined {
  const tokens: AwkToken[] = [];
  let ambiguous = false;
  let at = skipBlank(text, 0);
  while (at < text.length) {
    const previous = tokens.at(-1);
    const slash = text.charAt(at) === "/" ? slashBehind(previous, text.charAt(at + 1)) : undefined;
    if (slash === "either") ambiguous = true;
    const read = slash === "regex" ? readRegex(text, at) : readToken(text, at);
    if (read === undefined) return undefined;
    tokens.push(read.token);
    at = skipBlank(text, read.next);
  }
  return { tokens, ambiguous };
}

/** Blanks, continued lines and comments. */
function skipBlank(text: string, start: number): number {
  let at = start;
  for (;;) {
    const char = text.charAt(at);
    if (char === "\\" && text.charAt(at + 1) === "\n") at += 2;
    else if (char === " " || char === "\t" || char === "\r") at += 1;
    else if (char === "#") at = endOfLine(text, at);
    else return at;
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

interface ReadToken {
  readonly token: AwkToken;
  readonly next: number;
}

/** Surely a division only behind something that is a value by itself. */
function slashBehind(previous: AwkToken | undefined, next: string): Slash {
  if (previous === undefined) return "regex";
  switch (previous.kind) {
    case "number":
    case "string":
      // `1 /=/`: what cannot be assigned to may be followed by a pattern.
      return next === "=" ? "either" : "division";
    case "regex":
      return "either";
    case "name":
      if (BEFORE_REGEX.has(previous.text)) return "regex";
      return NO_VALUE.has(previous.text) ? "either" : "division";
    case "end":
      return "regex";
    case "operator":
      if (previous.text === "]") return "division";
      return [")", "++", "--", "$"].includes(previous.text) ? "either" : "regex";
  }
}

function readToken(text: string, at: number): ReadToken | undefined {
  const char = text.charAt(at);
  if (char === "\n") return { token: { kind: "end", text: char }, next: at + 1 };
  if (char === '"') return readString(text, at);
  if (/[A-Za-z_]/u.test(char)) return readWhile(text, at, "name", /[A-Za-z0-9_]/u);
  if (/[0-9]/u.test(char) || (char === "." && /[0-9]/u.test(text.charAt(at + 1)))) {
    return readNumber(text, at);
  }
  const long = LONG_OPERATORS.find((operator) => text.startsWith(operator, at));
  if (long !== undefined) return { token: { kind: "operator", text: long }, next: at + long.length };
  if (char === "/") {
    const length = text.charAt(at + 1) === "=" ? 2 : 1;
    return { token: { kind: "operator", text: text.slice(at, at + length) }, next: at + length };
  }
  return OPERATORS.includes(char) ? { token: { kind: "operator", text: char }, next: at + 1 } : undefined;
}

function readNumber(text: string, start: number): ReadToken | undefined {
  NUMBER.lastIndex = start;
  const [number] = NUMBER.exec(text) ?? [];
  return number === undefined
    ? undefined
    : { token: { kind: "number", text: number }, next: start + number.length };
}

function readWhile(text: string, start: number, kind: AwkTokenKind, characters: RegExp): ReadToken {
  let at = start;
  while (at < text.length && characters.test(text.charAt(at))) at += 1;
  return { token: { kind, text: text.slice(start, at) }, next: at };
}

function readString(text: string, start: number): ReadToken | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "\n") return undefined;
    else if (char === '"')
      return { token: { kind: "string", text: text.slice(start + 1, at) }, next: at + 1 };
  }
  return undefined;
}

function readRegex(text: string, start: number): ReadToken | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "/") return { token: { kind: "regex", text: text.slice(start + 1, at) }, next: at + 1 };
    if (char === "\n") return undefined;
    if (char === "\\") at += 1;
    else if (char === "[") {
      const end = closingBracket(text, at, "/");
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return undefined;
}
