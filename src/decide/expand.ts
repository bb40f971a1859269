/**
 * From the line to every command that may run because of it: the parser's commands, and what these start in turn
 * (`sh -c`, xargs, find -exec, `npm run`), to a bounded depth. What lies deeper is a doubt, never an allow.
 */
import type { Command, Dialect } from "../core/command.ts";
import type { Run } from "../core/effect.ts";
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import { findWrapper } from "./agent-wrapper.ts";
import { onlyLooks, startsBare } from "./bare-environment.ts";
import {
  addDoubt,
  type ExpandPorts,
  type Expansion,
  giveTurn,
  isTurnOver,
  MAX_DEPTH,
  MAX_ITEMS,
  type Origin,
  requireTime,
  votedTexts,
} from "./expansion.ts";
import { classifyFilled } from "./fill-words.ts";
import { forText, innerCommand, mayBeSeveral, startedBy } from "./inner-command.ts";
import type { Judged } from "./judged.ts";
import { habitsOf, NO_HABITS } from "./line-habits.ts";
import { tooLong, withFirstWords } from "./long-command.ts";
import { innerArgvs } from "./piped-words.ts";
import { type Pipes, streamInto } from "./stream.ts";
import { taskArguments } from "./task-text.ts";

export async function expandCommands(
  commands: readonly Command[],
  origin: Origin,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const pipes = await judgedCommands(commands, origin, into, ports);
  for (const judged of pipes.commands) {
    requireTime(into);
    if (isTurnOver(into)) await giveTurn(into);
    into.items.push(judged);
    const first = into.items.length;
    if (into.items.length > MAX_ITEMS) {
      return addDoubt(into, judged.command, "too-deep", "it starts more commands than can be judged");
    }
    await expandRuns(judged, origin.pipes ?? pipes, origin.depth, into, ports);
    if (startsBare(judged) && !into.items.slice(first).every(onlyLooks))
      addDoubt(into, judged.command, "unknown-text", "what it starts is started without guard's hooks");
  }
}

/** git takes thousands of settings, and each may name a program. */
async function expandRuns(
  judged: Judged,
  pipes: Pipes,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  for (const run of judged.classified.runs) {
    requireTime(into);
    if (isTurnOver(into)) await giveTurn(into);
    if (depth >= MAX_DEPTH) addDoubt(into, judged.command, "too-deep", `${run.via} is nested too deeply`);
    else await expandRun(run, judged, pipes, depth + 1, into, ports);
  }
}

async function judgedCommands(
  commands: readonly Command[],
  { source, task }: Origin,
  into: Expansion,
  ports: ExpandPorts,
): Promise<Pipes> {
  const wrapper = source && findWrapper(source.commands, source.text, ports.agents, ports.home);
  if (wrapper) into.wrapper ??= { agent: wrapper.agent, line: wrapper.line, own: wrapper.own };
  const habits = source ? habitsOf(source.text, source.commands, source.prelude) : NO_HABITS;
  const judged: Judged[] = [];
  const pipes: Pipes = {
    ...habits,
    all: commands,
    commands: judged,
    classify: ports.classify,
    startedBy: (starter, at) => startedBy(starter, pipes, at),
  };
  for (const [index, command] of commands.entries()) {
    requireTime(into);
    if (isTurnOver(into)) await giveTurn(into);
    const original = source?.commands[index];
    const part = original !== undefined && wrapper?.parts.has(original) === true;
    const short = withFirstWords(command);
    // Of this kind, because no other line foretells it (foretold.ts).
    if (short !== command) addDoubt(into, command, "unparsable", tooLong(command));
    judged.push({
      command: short,
      classified: classifyFilled(short, pipes, ports.classify),
      ...(part ? { wrapperOf: wrapper.agent } : undefined),
      ...(task ? { task } : undefined),
    });
  }
  return pipes;
}

async function expandRun(
  run: Run,
  judged: Judged,
  pipes: Pipes,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  switch (run.kind) {
    case "argv":
      return expandArgv(run, judged, pipes, depth, into, ports);
    case "shell":
      // $0 comes first and is no argument.
      return expandText(
        knownText(run.text),
        displayText(run.text),
        { ...run, zero: run.positional[0], positional: run.positional.slice(1) },
        judged,
        depth,
        into,
        ports,
      );
    case "stdin":
      return expandStdin(run, judged, pipes, depth, into, ports);
    case "task":
      return expandTask(run, judged, depth, into, ports);
  }
}

async function expandArgv(
  run: Extract<Run, { kind: "argv" }>,
  { command, task }: Judged,
  pipes: Pipes,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  for (const argv of innerArgvs(run, command, pipes)) {
    await expandCommands([innerCommand(run, argv, command)], { depth, task, pipes }, into, ports);
  }
}

interface TextRun {
  readonly via: string;
  readonly dialect: Dialect;
  readonly zero?: Word | undefined;
  /** $1, $2, …; left out: they cannot be known. */
  readonly positional?: readonly Word[] | undefined;
}

async function expandText(
  text: string | undefined,
  shown: string,
  run: TextRun,
  judged: Judged,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  if (text === undefined)
    return addDoubt(
      into,
      judged.command,
      "unknown-text",
      `${run.via} runs text that cannot be known: ${shown}`,
    );
  const { zero, positional } = run;
  await expandParsed(text, run, judged, depth, into, ports);
  // `sh -c '$3' _ *`: how many arguments there are cannot be told, so each may be anything, too.
  const uncertain = [...(zero ? [zero] : []), ...(positional ?? [])].some(mayBeSeveral);
  if (!uncertain || !text.includes("$")) return;
  await expandParsed(text, { via: run.via, dialect: run.dialect }, judged, depth, into, ports);
}

async function expandParsed(
  text: string,
  run: TextRun,
  { command, task }: Judged,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const outcome = await ports.parse(text, {
    dialect: run.dialect,
    home: ports.home,
    cwd: command.cwds,
    ...(run.positional === undefined ? {} : { positional: run.positional.map(forText) }),
    zero: run.zero && forText(run.zero),
    exports: new Map([...command.exports].map(([name, word]) => [name, forText(word)])),
    stdin: command.stdin.kind === "pipe" ? { kind: "pipe", from: [] } : command.stdin,
  });
  if (outcome.kind === "unparsable")
    return addDoubt(into, command, "unknown-text", `${run.via}: its text ${outcome.reason}`);
  for (const voted of votedTexts(text, outcome)) into.texts.push({ text: voted, dialect: run.dialect });
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
  pipes: Pipes,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const { stdin } = judged.command;
  const script = { ...run, zero: textWord(run.via, judged.command) };
  const unread = { ...judged, command: { ...judged.command, stdin: { kind: "inherited" } as const } };
  const stream = streamInto(judged.command, pipes);
  const text = stream.kind === "text" ? stream.text : undefined;
  switch (stdin.kind) {
    case "text":
      return expandText(text, displayText(stdin.text), script, unread, depth, into, ports);
    case "pipe":
      return expandText(text, "what comes through the pipe", script, unread, depth, into, ports);
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
  const task = ports.facts.findTask(run.tool, name, cwd);
  if (task.kind === "none") return;
  if (task.kind === "unreadable") return addDoubt(into, judged.command, "unknown-text", task.because);
  const text = `${task.text}${taskArguments(run.tool, name, judged.command.argv)}`;
  const script = {
    via: `${run.tool} ${name}`,
    dialect: "sh",
    zero: textWord("sh", judged.command),
    positional: [],
  } as const;
  await expandText(text, text, script, { ...judged, task: judged.task ?? judged }, depth, into, ports);
}
