/**
 * From the line to every command that may run because of it: the parser's commands, and what these start in turn
 * (`sh -c`, xargs, find -exec, `npm run`), to a bounded depth. What lies deeper is a doubt, never an allow.
 */
import { resolve } from "node:path";
import type { AgentWrapper } from "../core/agent.ts";
import type { Command, Dialect, Doubt, ParseOutcome } from "../core/command.ts";
import type { Classified, Run } from "../core/effect.ts";
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import type { ParseOptions } from "../parse/parse.ts";
import { findWrapper } from "./agent-wrapper.ts";
import type { Facts } from "./facts.ts";
import { knownOutput } from "./known-output.ts";
import { appendedWords, type Judged } from "./piped-words.ts";

export interface Expansion {
  readonly items: Judged[];
  readonly doubts: Doubt[];
  /** Texts beyond plain words, quotes, pipes and lists: a second parser must agree before they are allowed. */
  readonly texts: { readonly text: string; readonly dialect: Dialect }[];
  /** What an agent put around its own line. */
  wrapper?: { readonly agent: string; readonly line: string };
}

export interface ExpandPorts {
  readonly home: string;
  readonly agents: readonly AgentWrapper[];
  readonly facts: Facts;
  parse(text: string, options: ParseOptions): ParseOutcome | Promise<ParseOutcome>;
  classify(command: Command): Classified;
}

const MAX_DEPTH = 10;
const MAX_ITEMS = 1_500;

/** Where a list of commands comes from. */
export interface Origin {
  readonly depth: number;
  /** The text they were parsed from, and how they stand in it; undefined for a command that another one starts. */
  readonly source?: { readonly text: string; readonly commands: readonly Command[] };
  readonly task?: Judged | undefined;
}

export async function expandCommands(
  commands: readonly Command[],
  origin: Origin,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const local = judgedCommands(commands, origin, into, ports);
  for (const judged of local) {
    into.items.push(judged);
    if (into.items.length > MAX_ITEMS) {
      return addDoubt(into, judged.command, "too-deep", "it starts more commands than can be judged");
    }
    for (const run of judged.classified.runs) {
      if (origin.depth >= MAX_DEPTH)
        addDoubt(into, judged.command, "too-deep", `${run.via} is nested too deeply`);
      else await expandRun(run, judged, local, origin.depth + 1, into, ports);
    }
  }
}

function judgedCommands(
  commands: readonly Command[],
  { source, task }: Origin,
  into: Expansion,
  ports: ExpandPorts,
): Judged[] {
  const wrapper = source && findWrapper(source.commands, source.text, ports.agents, ports.home);
  if (wrapper) into.wrapper ??= { agent: wrapper.agent, line: wrapper.line };
  const isPart = (index: number) => wrapper?.parts.has(source?.commands[index] as Command) === true;
  return commands.map((command, index) => ({
    command,
    classified: ports.classify(command),
    ...(wrapper && isPart(index) ? { wrapperOf: wrapper.agent } : {}),
    ...(task ? { task } : {}),
  }));
}

async function expandRun(
  run: Run,
  judged: Judged,
  local: readonly Judged[],
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  switch (run.kind) {
    case "argv":
      return expandArgv(run, judged, local, depth, into, ports);
    case "shell":
      return expandText(knownText(run.text), displayText(run.text), run, judged, depth, into, ports);
    case "stdin":
      return expandStdin(run, judged, local, depth, into, ports);
    case "task":
      return expandTask(run, judged, depth, into, ports);
  }
}

function expandArgv(
  run: Extract<Run, { kind: "argv" }>,
  { command, task }: Judged,
  local: readonly Judged[],
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const more = run.more === "stdin" ? appendedWords(command, local) : [];
  const inner: Command = {
    ...command,
    argv: [...run.argv, ...more],
    assignments: [],
    redirects: [],
    stdin: run.more === "stdin" ? { kind: "inherited" } : command.stdin,
    cwds: run.cwd ? moveFolders(command.cwds, run.cwd) : command.cwds,
    exports: exportsFor(run.via, command),
    nesting: [...command.nesting, run.via],
  };
  return expandCommands([inner], { depth, task }, into, ports);
}

/** What env hands on: its own NAME=VALUE words; whether the rest is still there is not followed. */
function exportsFor(via: string, command: Command): Command["exports"] {
  if (via !== "env") return command.exports;
  const exports = new Map<string, Word>();
  for (const word of command.argv) {
    const [head, ...rest] = word.pieces;
    const match = head?.kind === "text" ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(head.text) : undefined;
    if (match?.[1])
      exports.set(match[1], { ...word, pieces: [{ kind: "text", text: match[2] ?? "" }, ...rest] });
  }
  return exports;
}

function moveFolders(cwds: readonly (string | null)[], to: Word): readonly (string | null)[] {
  const text = knownText(to);
  return cwds.map((cwd) => (text === undefined || cwd === null ? null : resolve(cwd, text)));
}

type TextRun = { readonly via: string; readonly dialect: Dialect; readonly positional: readonly Word[] };

async function expandText(
  text: string | undefined,
  shown: string,
  run: TextRun,
  { command, task }: Judged,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  if (text === undefined)
    return addDoubt(into, command, "unknown-text", `${run.via} runs text that cannot be known: ${shown}`);
  const outcome = await ports.parse(text, {
    dialect: run.dialect,
    home: ports.home,
    cwd: command.cwds,
    // $0 comes first and is no argument.
    positional: run.positional.slice(1),
    zero: run.positional[0],
    exports: command.exports,
    stdin: command.stdin.kind === "pipe" ? { kind: "pipe", from: [] } : command.stdin,
  });
  if (outcome.kind === "unparsable")
    return addDoubt(into, command, "unknown-text", `${run.via}: its text ${outcome.reason}`);
  if (!outcome.plain) into.texts.push({ text, dialect: run.dialect });
  for (const doubt of outcome.doubts) into.doubts.push({ ...doubt, pos: command.pos, end: command.end });
  const placed = outcome.commands.map((inner) => ({
    ...inner,
    pos: command.pos,
    end: command.end,
    nesting: [...command.nesting, run.via, ...inner.nesting],
  }));
  return expandCommands(placed, { depth, source: { text, commands: outcome.commands }, task }, into, ports);
}

/** A shell that reads its commands from stdin: what stands there is the script. */
function expandStdin(
  run: Extract<Run, { kind: "stdin" }>,
  judged: Judged,
  local: readonly Judged[],
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const { stdin } = judged.command;
  const script = { via: run.via, dialect: run.dialect, positional: [] };
  const unread = { ...judged, command: { ...judged.command, stdin: { kind: "inherited" } as const } };
  switch (stdin.kind) {
    case "text":
      return expandText(knownText(stdin.text), displayText(stdin.text), script, unread, depth, into, ports);
    case "pipe": {
      // Of several producers some may not run, or print elsewhere: only one alone is known.
      const [only, ...others] = stdin.from.map((index) => local[index]?.command);
      const output = only && others.length === 0 ? knownOutput(only) : undefined;
      return expandText(output, "what comes through the pipe", script, unread, depth, into, ports);
    }
    case "file":
      addDoubt(
        into,
        judged.command,
        "unknown-text",
        `${run.via} runs the commands in ${displayText(stdin.path)}`,
      );
      return Promise.resolve();
    case "inherited":
      addDoubt(into, judged.command, "unknown-text", `${run.via} runs whatever is typed or piped into it`);
      return Promise.resolve();
  }
}

/** The script's text is judged as well: approving `npm run x` must not let it do what is denied. */
async function expandTask(
  run: Extract<Run, { kind: "task" }>,
  judged: Judged,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const name = knownText(run.name);
  const [cwd] = judged.command.cwds;
  if (name === undefined || typeof cwd !== "string") return;
  const text = ports.facts.findTask(run.tool, name, cwd);
  if (text === undefined) return;
  const script = {
    via: `${run.tool} ${name}`,
    dialect: "sh",
    positional: [textWord("sh", judged.command)],
  } as const;
  await expandText(text, text, script, { ...judged, task: judged.task ?? judged }, depth, into, ports);
}

function addDoubt(into: Expansion, at: Command, kind: Doubt["kind"], because: string): void {
  if (into.doubts.some((doubt) => doubt.because === because)) return;
  into.doubts.push({ kind, because, pos: at.pos, end: at.end });
}
