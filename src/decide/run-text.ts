/** The text that a run has a shell read: its `-c` word, its stdin, the script of a task. What cannot be known is a doubt. */
import type { Dialect } from "../core/command.ts";
import type { Run } from "../core/effect.ts";
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import type { Facts } from "./facts.ts";
import type { Judged } from "./judged.ts";
import { type Pipes, streamInto } from "./stream.ts";
import { taskArguments } from "./task-text.ts";

/** How a shell comes to its text. */
export interface TextRun {
  readonly via: string;
  readonly dialect: Dialect;
  readonly zero?: Word | undefined;
  /** $1, $2, …; left out: they cannot be known. */
  readonly positional?: readonly Word[] | undefined;
}

export type RunText =
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly because: string }
  /** `by`: who starts the shell, with the stdin that is left for it. */
  | { readonly kind: "text"; readonly text: string; readonly run: TextRun; readonly by: Judged };

export function findShellText(run: Extract<Run, { kind: "shell" }>, judged: Judged): RunText {
  // $0 comes first and is no argument.
  const [zero, ...positional] = run.positional;
  return knownOrNot(knownText(run.text), displayText(run.text), { ...run, zero, positional }, judged);
}

function knownOrNot(text: string | undefined, shown: string, run: TextRun, by: Judged): RunText {
  if (text !== undefined) return { kind: "text", text, run, by };
  return { kind: "unknown", because: `${run.via} runs text that cannot be known: ${shown}` };
}

/** A shell that reads its commands from stdin: what stands there is the script. */
export function findStdinText(run: Extract<Run, { kind: "stdin" }>, judged: Judged, pipes: Pipes): RunText {
  const { stdin } = judged.command;
  const script = { ...run, zero: textWord(run.via, judged.command) };
  const unread = { ...judged, command: { ...judged.command, stdin: { kind: "inherited" } as const } };
  const stream = streamInto(judged.command, pipes);
  const text = stream.kind === "text" ? stream.text : undefined;
  switch (stdin.kind) {
    case "text":
      return knownOrNot(text, displayText(stdin.text), script, unread);
    case "pipe":
      return knownOrNot(text, "what comes through the pipe", script, unread);
    case "file":
      return { kind: "unknown", because: `${run.via} runs the commands in ${displayText(stdin.path)}` };
    case "inherited":
      return { kind: "unknown", because: `${run.via} runs whatever is typed or piped into it` };
  }
}

/** The script's text is judged as well: approving `npm run x` must not let it do what is denied. */
export function findTaskText(run: Extract<Run, { kind: "task" }>, judged: Judged, facts: Facts): RunText {
  const name = knownText(run.name);
  const [cwd] = judged.command.cwds;
  if (name === undefined || typeof cwd !== "string") return { kind: "none" };
  const task = facts.findTask(run.tool, name, cwd);
  if (task.kind === "none") return { kind: "none" };
  if (task.kind === "unreadable") return { kind: "unknown", because: task.because };
  const text = `${task.text}${taskArguments(run.tool, name, judged.command.argv)}`;
  const via = `${run.tool} ${name}`;
  const script = { via, dialect: "sh", zero: textWord("sh", judged.command), positional: [] } as const;
  return { kind: "text", text, run: script, by: { ...judged, task: judged.task ?? judged } };
}
