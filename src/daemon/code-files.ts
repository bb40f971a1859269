/**
 * Which files a command takes its code from: those that it names, those that come on the stdin of an interpreter, and those
 * that a tool looks for by itself. What a program loads in turn (imports, included makefiles) is not known here.
 */
import { resolve } from "node:path";
import type { Effect } from "../core/effect.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { isInterpreter, isShell } from "./general-programs.ts";
import { foundFor } from "./module-files.ts";
import { gitHooks, toolFiles } from "./tool-files.ts";

export function codeFilesOf(result: CheckResult): string[] {
  return result.commands.flatMap((command, index) => [
    ...executed(command).flatMap((path) => [path, ...foundFor(path)]),
    ...(readsCode(command) || runsUnknownText(result, command) ? inputOf(result, index) : []),
    ...toolFiles(command),
    ...gitHooks(command),
  ]);
}

/** Those of them that the system itself loads: `./tool`, not what an interpreter is given. */
export function startedFilesOf({ commands }: CheckResult): string[] {
  return commands.flatMap(({ argv: [program = ""], cwds }) =>
    program.includes("/") ? cwds.flatMap((cwd) => (cwd === null ? [] : resolve(cwd, program))) : [],
  );
}

/** An interpreter without a file and without code in its words: it runs what comes on its stdin. */
export function readsCode({
  program = "",
  argv: [, ...args],
}: Pick<CommandResult, "program" | "argv">): boolean {
  if (!isShell(program) && !isInterpreter(program)) return false;
  const operand = args.find((arg) => arg === "-" || !/^[-+]/.test(arg));
  return operand === undefined || operand === "-" || (isShell(program) && args.includes("-s"));
}

/** The same for tools that run what they read, and for options with a value, as the knowledge base tells. */
export function mayTakeCode(command: CommandResult): boolean {
  const { program = "", argv, effects } = command;
  return (
    readsCode(command) ||
    isTypedTo(command) ||
    RUNS_INPUT.test(program) ||
    (isInterpreter(program) && ["code", "pdb", "asyncio"].includes(argv[argv.indexOf("-m") + 1] ?? "")) ||
    effects.some(({ kind, because }) => kind === "execute" && /stdin/.test(because)) ||
    (!hasCode(command) &&
      effects.some(({ kind, because }) => kind === "execute" && /without operands/.test(because)))
  );
}

/** `node -e CODE`, and nothing else: it has what it runs in its words. */
function hasCode({ argv, effects }: CommandResult): boolean {
  return (
    argv.length === 3 && effects.some(({ kind, target }) => kind === "execute" && target?.kind === "code")
  );
}

/** With -i (perl: -d) an interpreter goes on with its stdin, whatever code it was given. */
function isTypedTo({ program = "", argv: [, ...args] }: CommandResult): boolean {
  return isInterpreter(program) && args.some((arg) => /^-[A-Za-z]*[id]|^--interactive/.test(arg));
}

const RUNS_INPUT =
  /^(?:sqlite3?|ed|ex|vim?|psql|mysql|mariadb|mongosh|redis-cli|bc|dc|gdb|lldb|xargs|parallel|at|batch|ftp|sftp|ssh|m4|irb|ghci|R|octave|julia)$/;

/** With options that have a value of their own (`bash -o pipefail < x`) the engine knows better than the words. */
function runsUnknownText({ doubts }: CheckResult, { pos }: CommandResult): boolean {
  return doubts.some((doubt) => doubt.kind === "unknown-text" && doubt.pos === pos);
}

function executed({ effects }: CommandResult): string[] {
  return effects.flatMap((effect) => (effect.kind === "execute" ? pathOf(effect) : []));
}

function pathOf({ target }: Effect): string[] {
  return target?.kind === "path" && !target.glob ? [target.path] : [];
}

/** Its own redirections, and what the commands before it in the pipe read; wrappers (`env python3`) stand at the same place. */
function inputOf({ line, commands }: CheckResult, last: number): string[] {
  const files: string[] = [];
  let next = commands[last];
  for (let index = last; index >= 0; index--) {
    const command = commands[index];
    if (command === undefined || next === undefined) break;
    if (command.pos !== next.pos && !/^\s*\|&?\s*$/.test(line.slice(command.end, next.pos))) break;
    next = command;
    files.push(...command.effects.flatMap((effect) => (effect.kind === "read" ? pathOf(effect) : [])));
  }
  return files;
}
