/**
 * Text that a shell evaluates as arithmetic once it is expanded: `x='a[$(rm f)]'; echo $((x))` runs rm, and so do the names in
 * that text. Only numbers are harmless, and what the line itself made one; a variable from elsewhere may hold anything.
 */
import type { Dialect } from "../core/command.ts";
import { displayText, type Piece } from "../core/word.ts";
import { type Scope, setUnknown, type Value } from "./scope.ts";
import { isKeyed, isNumber } from "./set-variable.ts";
import { addDoubt, type Place, type Span, spanOf, type Walk } from "./walk-state.ts";

/** The shell fills these with text from the line itself. */
const FILLED: ReadonlySet<string> = new Set(
  "_ BASH_ARGV BASH_ARGV0 BASH_COMMAND BASH_EXECUTION_STRING BASH_REMATCH BASH_SOURCE FUNCNAME MATCH match".split(
    " ",
  ),
);

/** The shell keeps these as numbers, whatever the environment says. UID and PIPESTATUS are not among them in bash. */
const NUMBERS: ReadonlySet<string> = new Set(
  "BASHPID BASH_SUBSHELL EPOCHREALTIME EPOCHSECONDS HISTCMD LINENO OPTERR OPTIND PPID RANDOM SECONDS SHLVL SRANDOM".split(
    " ",
  ),
);
const NUMBERS_ZSH: ReadonlySet<string> = new Set(
  (
    "ARGC COLUMNS EGID ERRNO EUID GID HISTCMD HISTSIZE KEYTIMEOUT LINENO LINES LISTMAX MAILCHECK OPTIND PPID RANDOM SAVEHIST " +
    "SECONDS SHLVL TRY_BLOCK_ERROR TTYIDLE UID ZSH_SUBSHELL status"
  ).split(" "),
);

function isOwnNumber(name: string, dialect: Dialect): boolean {
  return (dialect === "zsh" ? NUMBERS_ZSH : NUMBERS).has(name);
}

/** Names whose text is evaluated; not digits of a base (`16#ff`), nor what is only assigned. */
export function namesIn(text: string): readonly string[] {
  return text.match(/(?<![\w#])[A-Za-z_]\w*(?!\w)(?!\s*=(?!=))/g) ?? [];
}

/** What a name holds here, evaluated. */
export function checkEvaluated(name: string, node: Span, scope: Scope, walk: Walk, place: Place): void {
  if (isHarmlessName(name, scope, walk.dialect, new Set())) return;
  addDoubt(walk, "unknown-text", `arithmetic evaluates the text in $${name}`, spanOf(node, place));
  if (scope.variables.has(name)) setUnknown(scope, name);
}

/** Text that an expansion left, evaluated. */
export function checkEvaluatedValue(value: Value, node: Span, scope: Scope, walk: Walk, place: Place): void {
  const text = textOf(value, walk.dialect);
  if (typeof text === "string" && !DOES_MORE.test(text)) {
    for (const name of namesIn(text)) checkEvaluated(name, node, scope, walk, place);
    return;
  }
  const what = typeof text === "string" ? `the text ${text}` : describe(text);
  addDoubt(walk, "unknown-text", `arithmetic evaluates ${what}`, spanOf(node, place));
}

function describe(piece: Piece): string {
  const output = piece.kind === "unknown" && piece.why === "substitution";
  return output ? `the output of ${piece.text}` : `the text in ${piece.text}`;
}

/** With a digit for every number that is not known; a piece that may be anything else stands for itself. */
function textOf(value: Value, dialect: Dialect): string | Piece {
  const open = value.find((piece) => piece.kind !== "text" && !isNumberPiece(piece, dialect));
  return open ?? value.map((piece) => (piece.kind === "text" ? piece.text : "0")).join("");
}

/** More than numbers, names and signs. */
const DOES_MORE = /[`$[(=]|\+\+|--/;

function isHarmlessName(name: string, scope: Scope, dialect: Dialect, seen: Set<string>): boolean {
  if (FILLED.has(name)) return false;
  if (seen.has(name)) return true;
  seen.add(name);
  const variable = scope.variables.get(name);
  if (!variable) return isOwnNumber(name, dialect);
  return [...variable.values, ...(variable.elements ?? [])].every((value) => {
    const text = textOf(value, dialect);
    if (typeof text !== "string" || DOES_MORE.test(text)) return false;
    return namesIn(text).every((inner) => isHarmlessName(inner, scope, dialect, seen));
  });
}

function isNumberPiece(piece: Piece, dialect: Dialect): boolean {
  return isNumber([piece]) || isOwnNumberPiece(piece, dialect);
}

/** `$RANDOM` as it is; `${RANDOM/1/x}` may be anything. */
function isOwnNumberPiece(piece: Piece, dialect: Dialect): boolean {
  if (piece.kind !== "unknown" || piece.why !== "variable") return false;
  const name = /^\$(?:(\w+)|\{(\w+)\})$/.exec(piece.text)?.slice(1).find(Boolean);
  return name !== undefined && isOwnNumber(name, dialect);
}

/** `[[ -v $x ]]`, `${!x}`: the text is a name, and a subscript in it is evaluated. */
export function checkNameText(value: Value, node: Span, scope: Scope, walk: Walk, place: Place): void {
  const [first, ...more] = value;
  const name = first?.kind === "text" ? /^[A-Za-z_]\w*/.exec(first.text)?.[0] : undefined;
  const rest: Value = name === undefined || !first ? value : [cut(first, name.length), ...more];
  if (isHarmlessSubscript(rest, name, scope, walk.dialect)) return;
  const shown = displayText({ pieces: value, pos: 0, end: 0 });
  addDoubt(walk, "unknown-text", `the subscript that may be in ${shown} is evaluated`, spanOf(node, place));
}

function cut(piece: Piece, at: number): Piece {
  return { ...piece, text: piece.text.slice(at) };
}

function isHarmlessSubscript(rest: Value, name: string | undefined, scope: Scope, dialect: Dialect): boolean {
  const text = rest
    .map((piece) => (isNumber([piece]) && piece.kind === "unknown" ? "0" : piece.text))
    .join("");
  if (rest.some((piece) => piece.kind === "unknown" && !isNumber([piece]))) return false;
  if (/^(?:\d*|[#?@*!$-]|\[[\d@*]*\])$/.test(text)) return true;
  const inner = /^\[([^[\]`$(=]*)\]$/.exec(text)?.[1];
  if (inner === undefined || name === undefined) return false;
  if (isKeyed(name, scope, dialect)) return true;
  return namesIn(inner).every((one) => isHarmlessName(one, scope, dialect, new Set()));
}
