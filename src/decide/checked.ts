/** What can be checked, the line that is shown for it, and the commands that it is made of. */
import type { Command, Dialect, Doubt, ParseOutcome, Unparsable } from "../core/command.ts";
import type { Mode } from "../core/ruling.ts";
import { textWord } from "../core/word.ts";
import type { ParseOptions } from "../parse/parse.ts";
import { argvOutcome, quoteArgv } from "./argv.ts";
import { type ExpandPorts, type Expansion, type Source, votedTexts } from "./expansion.ts";
import { findHistoryReference } from "./history-reference.ts";
import { MAX_WORDS, TOO_LONG } from "./long-command.ts";

export type Checked =
  /** Text for a shell. */
  | { readonly kind: "line"; readonly line: string }
  /** A program with its arguments, which stay an array. */
  | { readonly kind: "argv"; readonly argv: readonly string[] }
  /** What is in a file that a shell reads: `path` is $0, `args` are $1, $2, … */
  | {
      readonly kind: "script";
      readonly text: string;
      readonly dialect?: Dialect;
      readonly path: string;
      readonly args: readonly string[];
    }
  /** A shell that reads its commands from stdin; `argv` is $0, $1, … */
  | { readonly kind: "stdin"; readonly dialect: Dialect; readonly argv: readonly string[] };

export interface CheckInput {
  readonly what: Checked;
  readonly cwd: string | null;
  readonly mode?: Mode;
  readonly dialect?: Dialect;
  /** Aliases and functions of the asking shell, as it prints them. For `line` and `script`. */
  readonly prelude?: string;
  /** `incomplete`: it has more of them than `prelude` tells. Left out: complete. */
  readonly definitions?: "complete" | "incomplete";
  /** Typed at a prompt: `!x` stands for an earlier line. */
  readonly interactive?: true;
}

/** For people; a script's content and a shell's stdin are not in it. */
export function shownLine(what: Checked): string {
  switch (what.kind) {
    case "line":
      return what.line;
    case "argv":
      return quoteArgv(what.argv);
    case "script":
      return quoteArgv([what.dialect ?? "bash", what.path, ...what.args]);
    case "stdin":
      return quoteArgv(stdinArgv(what));
  }
}

/** A login shell's name begins with a dash; -s is how a shell is told to read stdin and still take arguments. */
function stdinArgv({ dialect, argv }: Extract<Checked, { kind: "stdin" }>): string[] {
  const [zero = dialect, ...args] = argv;
  const name = zero.replace(/^-/, "") || dialect;
  return args.length === 0 ? [name] : [name, "-s", ...args];
}

export interface ReadCheck {
  readonly kind: "read";
  readonly commands: readonly Command[];
  readonly doubts: readonly Doubt[];
  readonly texts: Expansion["texts"];
  readonly source?: Source;
}

export async function readChecked(
  input: CheckInput,
  line: string,
  ports: ExpandPorts,
): Promise<ReadCheck | Unparsable> {
  const { what, cwd } = input;
  switch (what.kind) {
    case "line":
      return withDoubts(input, line, await readText(what.line, "line", input, line, {}, ports));
    case "script": {
      if (what.args.length > MAX_WORDS) return { kind: "unparsable", reason: TOO_LONG };
      const words = what.args.map((arg) => textWord(arg, { pos: 0, end: line.length }));
      const zero = textWord(what.path, { pos: 0, end: line.length });
      const dialect = what.dialect ?? input.dialect ?? "bash";
      const given = { dialect, zero, positional: words, text: "script" } as const;
      return withDoubts(input, line, await readText(what.text, "script", input, line, given, ports));
    }
    case "argv":
      return plainly(argvOutcome(what.argv, cwd, line), line);
    case "stdin": {
      const [name = what.dialect] = stdinArgv(what);
      const because = `${name} runs whatever is typed or piped into it`;
      const doubt: Doubt = { kind: "unknown-text", because, pos: 0, end: line.length };
      const read = plainly(argvOutcome([name], cwd, name), line);
      return read.kind === "unparsable" ? read : { ...read, doubts: [doubt] };
    }
  }
}

function plainly(outcome: ParseOutcome, text: string): ReadCheck | Unparsable {
  if (outcome.kind === "unparsable") return outcome;
  const { commands, doubts } = outcome;
  return { kind: "read", commands, doubts, texts: [], source: { text, commands } };
}

async function readText(
  text: string,
  kind: "line" | "script",
  input: CheckInput,
  line: string,
  given: Partial<ParseOptions>,
  ports: ExpandPorts,
): Promise<ReadCheck | Unparsable> {
  const dialect = given.dialect ?? input.dialect ?? "bash";
  const prelude = input.prelude === undefined ? {} : { prelude: input.prelude };
  const options = { dialect, home: ports.home, cwd: input.cwd, ...prelude, ...given };
  const outcome = await ports.parse(text, options);
  if (outcome.kind === "unparsable") return outcome;
  const texts = votedTexts(text, outcome).map((voted) => ({ text: voted, dialect }));
  const source = { text, commands: outcome.commands, ...prelude };
  if (kind === "line")
    return { kind: "read", commands: outcome.commands, doubts: outcome.doubts, texts, source };
  // Offsets in a file mean nothing in the line that is shown.
  const whole = { pos: 0, end: line.length };
  const commands = outcome.commands.map((command) => ({ ...command, ...whole }));
  const doubts = outcome.doubts.map((doubt) => ({ ...doubt, ...whole }));
  return { kind: "read", commands, doubts, texts, source };
}

/** What the text cannot tell about itself. */
function withDoubts(input: CheckInput, line: string, read: ReadCheck | Unparsable): ReadCheck | Unparsable {
  if (read.kind === "unparsable") return read;
  const because: string[] = [];
  if (input.definitions === "incomplete")
    because.push("the shell has aliases or functions that could not be looked at");
  const reference =
    input.interactive && input.what.kind === "line"
      ? findHistoryReference(input.what.line, input.dialect ?? "bash")
      : undefined;
  if (reference !== undefined) because.push(`${reference} may stand for an earlier line`);
  if (because.length === 0) return read;
  const added = because.map(
    (text) => ({ kind: "unknown-text", because: text, pos: 0, end: line.length }) as const,
  );
  return { ...read, doubts: [...read.doubts, ...added] };
}
