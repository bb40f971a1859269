/**
 * From the line to every command that may run because of it: the parser's commands, and what these start in turn
 * (`sh -c`, xargs, find -exec, `npm run`), to a bounded depth. What lies deeper is a doubt, never an allow.
 */
import type { Command } from "../core/command.ts";
import type { Run } from "../core/effect.ts";
import { onlyLooks, startsBare } from "./bare-environment.ts";
import { classifyCommands } from "./classify-commands.ts";
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
import { forText, innerCommand, mayBeSeveral } from "./inner-command.ts";
import type { Judged } from "./judged.ts";
import { innerArgvs } from "./piped-words.ts";
import { findShellText, findStdinText, findTaskText, type RunText, type TextRun } from "./run-text.ts";
import type { Pipes } from "./stream.ts";

export async function expandCommands(
  commands: readonly Command[],
  origin: Origin,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const pipes = await classifyCommands(commands, origin, into, ports);
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

async function expandRun(
  run: Run,
  judged: Judged,
  pipes: Pipes,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  const found = (text: RunText) => expandFound(text, judged, depth, into, ports);
  switch (run.kind) {
    case "argv":
      return expandArgv(run, judged, pipes, depth, into, ports);
    case "shell":
      return found(findShellText(run, judged));
    case "stdin":
      return found(findStdinText(run, judged, pipes));
    case "task":
      return found(findTaskText(run, judged, ports.facts));
  }
}

async function expandFound(
  found: RunText,
  judged: Judged,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
  switch (found.kind) {
    case "none":
      return;
    case "unknown":
      return addDoubt(into, judged.command, "unknown-text", found.because);
    case "text":
      return expandText(found.text, found.run, found.by, depth, into, ports);
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

async function expandText(
  text: string,
  run: TextRun,
  judged: Judged,
  depth: number,
  into: Expansion,
  ports: ExpandPorts,
): Promise<void> {
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
