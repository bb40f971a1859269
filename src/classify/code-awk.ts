/** awk programs: computing and printing are free; running, piping, files and the environment are not. */
import { type AwkToken, awkTokens } from "./awk-tokens.ts";
import { type CodeFinding, notUnderstood } from "./code-finding.ts";

const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    "length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper gensub " +
    "strftime mktime systime and or xor lshift rshift compl strtonum asort asorti patsplit typeof isarray close fflush " +
    "print printf if while for switch return in delete exit getline function func else do case"
  ).split(" "),
);
/** Built-in names that may stand before a parenthesis, as in `print NR (x)`. */
const VARIABLES: ReadonlySet<string> = new Set(
  "NR NF FNR FS OFS RS ORS FILENAME SUBSEP BEGIN END".split(" "),
);
const ENDS: ReadonlySet<string> = new Set(["}", ";", ")"]);
/** Behind these a new line goes on with the same statement. */
const CONTINUING: ReadonlySet<string> = new Set([",", "{", "&&", "||", "?", ":", "do", "else"]);
const REVEALING: ReadonlySet<string> = new Set(["ENVIRON", "PROCINFO", "SYMTAB", "FUNCTAB", "ARGV", "ARGC"]);
/** Text that would matter if a slash was read the wrong way. */
const SUSPICIOUS = /system|getline|[|>@]|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARG[VC]/u;

interface Program {
  readonly tokens: readonly AwkToken[];
  readonly found: CodeFinding[];
  /** Functions that the program itself defines. */
  readonly defined: ReadonlySet<string>;
  /** Inside a print statement, where `>` is a redirection. */
  printing: boolean;
  /** Behind a getline, where `<` is a redirection: how deep in brackets each of them stands, the deepest last. */
  reading: number[];
  depth: number;
}

export function awkFindings(text: string): readonly CodeFinding[] {
  // `@` (load, include, indirect call) is no token: outside of strings and patterns it ends the reading.
  const read = awkTokens(text);
  if (read === undefined) return [notUnderstood("awk", "its text cannot be read for certain")];
  if (read.ambiguous && SUSPICIOUS.test(text)) {
    return [notUnderstood("awk", "a slash may be division or a pattern")];
  }
  const { tokens } = read;
  const program: Program = {
    tokens,
    found: [],
    defined: functionsIn(tokens),
    printing: false,
    reading: [],
    depth: 0,
  };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "name") judgeName(program, at, token.text);
    else if (token.kind === "operator") judgeOperator(program, at, token.text);
    else if (token.kind === "end" && endsStatement(program, tokens[at - 1])) endStatement(program);
  }
  return program.found;
}

function functionsIn(tokens: readonly AwkToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    const defines = token.kind === "name" && (token.text === "function" || token.text === "func");
    if (defines && next?.kind === "name") names.add(next.text);
  }
  return names;
}

/** A new line inside of brackets, or behind a word that wants more, ends nothing; of several the first one decides. */
function endsStatement(program: Program, last: AwkToken | undefined): boolean {
  if (last?.kind === "end") return false;
  const goesOn = (last?.kind === "operator" || last?.kind === "name") && CONTINUING.has(last.text);
  return program.depth <= 0 && !goesOn;
}

function endStatement(program: Program): void {
  program.printing = false;
  program.reading = [];
  program.depth = 0;
}

function judgeName(program: Program, at: number, name: string): void {
  if (name === "print" || name === "printf") {
    endStatement(program);
    program.printing = true;
  } else if (name === "getline") {
    program.reading.push(program.depth);
  } else if (REVEALING.has(name)) {
    program.found.push({ kind: "execute", because: `awk code uses ${name}` });
  }
  const next = program.tokens[at + 1];
  const calls = next?.kind === "operator" && next.text === "(" && !VARIABLES.has(name);
  if (name === "system" || (calls && !FUNCTIONS.has(name) && !program.defined.has(name))) {
    const shell = name === "system" ? stringAt(program, at + 2) : undefined;
    program.found.push({ kind: "execute", because: `awk code calls ${name}`, ...(shell && { shell }) });
  }
}

function judgeOperator(program: Program, at: number, operator: string): void {
  switch (operator) {
    case "|":
    case "|&":
      judgePipe(program, at);
      return;
    case "(":
    case "[":
      program.depth += 1;
      return;
    case ")":
    case "]":
      program.depth -= 1;
      while ((program.reading.at(-1) ?? program.depth) > program.depth) program.reading.pop();
      return;
    case ";":
    case "{":
    case "}":
      endStatement(program);
      return;
    case ">":
    case ">>":
      if (program.printing && program.depth <= 0) judgeFile(program, at, "write");
      return;
    case "<":
      if (program.reading.length > 0) judgeFile(program, at, "read");
      return;
    default:
      return;
  }
}

/** `"cmd" | getline` and `print | "cmd"`. */
function judgePipe(program: Program, at: number): void {
  const next = program.tokens[at + 1];
  const reads = next?.kind === "name" && next.text === "getline";
  const shell = stringAt(program, reads ? at - 1 : at + 1);
  const because = "awk code pipes into or from a program";
  program.found.push({ kind: "execute", because, ...(shell && { shell }) });
}

/** A literal string, as far as it can be taken as it is written. */
function stringAt(program: Program, at: number): string | undefined {
  const token = program.tokens[at];
  return token?.kind === "string" ? token.text.replace(/\\(["\\/])/gu, "$1") : undefined;
}

function judgeFile(program: Program, at: number, kind: "read" | "write"): void {
  const name = program.tokens[at + 1];
  const after = program.tokens[at + 2];
  const ends =
    after === undefined || after.kind === "end" || (after.kind === "operator" && ENDS.has(after.text));
  if (name?.kind === "string" && ends && !name.text.includes("\\")) {
    program.found.push({ kind, path: name.text, because: `the awk code ${kind}s ${name.text}` });
  } else {
    program.found.push({ kind: "execute", because: `awk code ${kind}s a file whose name cannot be known` });
  }
}
