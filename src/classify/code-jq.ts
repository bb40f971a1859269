/** jq filters only compute, except for the environment and modules. */
import { type CodeFinding, notUnderstood } from "./code-finding.ts";

const RISKY: ReadonlyMap<string, string> = new Map([
  ["env", "reads the environment, which may hold secrets"],
  ["ENV", "reads the environment, which may hold secrets"],
  ["$ENV", "reads the environment, which may hold secrets"],
  ["import", "loads a module"],
  ["include", "loads a module"],
  ["modulemeta", "loads a module"],
]);

interface Filter {
  readonly text: string;
  at: number;
  readonly findings: CodeFinding[];
  /** The last token that was no blank. */
  previous: string;
  /** How many interpolations, each in the string of another, are open. */
  open: number;
}

/** More than any honest filter has, and few enough to be read one inside the other. */
const MOST_OPEN = 50;

export function jqFindings(text: string): readonly CodeFinding[] {
  const filter: Filter = { text, at: 0, findings: [], previous: "", open: 0 };
  const closed = readFilter(filter, "");
  return closed && filter.at >= text.length
    ? filter.findings
    : [...filter.findings, notUnderstood("jq", "its text cannot be read for certain")];
}

/** Reads to the `)` that closes an interpolation, or to the end. */
function readFilter(filter: Filter, closing: "" | ")"): boolean {
  let depth = 0;
  while (filter.at < filter.text.length) {
    const char = filter.text.charAt(filter.at);
    if (char === ")" && depth === 0 && closing === ")") {
      filter.at += 1;
      return true;
    }
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    if (!readToken(filter, char)) return false;
  }
  return closing === "";
}

function readToken(filter: Filter, char: string): boolean {
  if (char === '"') return readString(filter);
  if (char === "#") return readComment(filter);
  if (/[A-Za-z_$]/u.test(char)) {
    readName(filter);
    return true;
  }
  if (!/\s/u.test(char)) filter.previous = char;
  filter.at += 1;
  return true;
}

/** Versions of jq disagree on whether a backslash carries a comment on to the next line. */
function readComment(filter: Filter): boolean {
  const end = filter.text.indexOf("\n", filter.at);
  const comment = end < 0 ? filter.text.slice(filter.at) : filter.text.slice(filter.at, end);
  filter.at += comment.length;
  return !/\\\r?$/u.test(comment);
}

function readString(filter: Filter): boolean {
  filter.at += 1;
  while (filter.at < filter.text.length) {
    const char = filter.text.charAt(filter.at);
    filter.at += 1;
    if (char === '"') {
      filter.previous = '"';
      return true;
    }
    if (char !== "\\") continue;
    const escaped = filter.text.charAt(filter.at);
    filter.at += 1;
    if (escaped === "(" && !readInterpolation(filter)) return false;
  }
  return false;
}

function readInterpolation(filter: Filter): boolean {
  if (filter.open >= MOST_OPEN) return false;
  filter.open += 1;
  const closed = readFilter(filter, ")");
  filter.open -= 1;
  return closed;
}

function readName(filter: Filter): void {
  const start = filter.at;
  filter.at += 1;
  while (filter.at < filter.text.length && /[A-Za-z0-9_]/u.test(filter.text.charAt(filter.at)))
    filter.at += 1;
  const name = filter.text.slice(start, filter.at);
  const because = RISKY.get(name);
  if (because !== undefined && !isField(filter, start))
    filter.findings.push({ kind: "execute", because: `jq filter ${because}` });
  filter.previous = name;
}

/** `.env`, and the key of `{env: …}`. */
function isField(filter: Filter, start: number): boolean {
  if (filter.text.charAt(start - 1) === ".") return filter.text.charAt(start - 2) !== ".";
  if (filter.previous !== "{" && filter.previous !== ",") return false;
  return /^\s*:(?!:)/u.test(filter.text.slice(filter.at));
}
