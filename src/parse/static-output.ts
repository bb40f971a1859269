/** The few substitutions whose output is known before they run: `$(pwd)` and `$(echo word)`; and those that print a number. */
import type { Command, Script } from "unbash";
import type { Scope } from "./scope.ts";

export function staticOutput(script: Script, scope: Scope): string | undefined {
  const texts = onlyTexts(script);
  const [name = "", text = "", ...more] = texts ?? [];
  if (!texts || more.length > 0 || scope.functions.has(name) || scope.aliases.has(name)) return undefined;
  if (name === "pwd" && texts.length === 1) return knownCwd(scope);
  return name === "echo" && /^[\w./][\w./-]*$/.test(text) ? text : undefined;
}

/** The words of a script that is one command of plain words. */
function onlyTexts(script: Script): string[] | undefined {
  const [statement, ...more] = script.commands;
  const command = statement?.command;
  if (more.length > 0 || statement?.background || command?.type !== "Command") return undefined;
  if (command.prefix.length > 0 || command.redirects.length > 0) return undefined;
  const words = [command.name, ...command.args];
  const texts = words.flatMap((word) => (word?.type === "Word" && !word.parts ? [word.value] : []));
  return texts.length === words.length ? texts : undefined;
}

function knownCwd(scope: Scope): string | undefined {
  const [cwd, ...others] = scope.cwds;
  return others.length === 0 && typeof cwd === "string" ? cwd : undefined;
}

/** `$(seq 1 10)`: nothing but numbers, each a word of its own. */
export function countsUp(script: Script, scope: Scope): boolean {
  const [name, ...numbers] = onlyTexts(script) ?? [];
  if (name !== "seq" || scope.functions.has(name) || scope.aliases.has(name)) return false;
  return numbers.every((text) => /^-?\d+$/.test(text));
}

/** What prints nothing but numbers, given these arguments. */
const NUMBERS: ReadonlyMap<string, RegExp> = new Map([
  ["wc", /^(?:-\w+|--\w+)$/],
  ["nproc", /^--all$/],
  ["date", /^\+%[sNYmdHMSjuw]+$/],
  ["id", /^-[ugG]$/],
  ["stat", /^(?:-L?c|%[sYXZW]|-L?c%[sYXZW]|[\w./-]+)$/],
  ["grep", /^(?:-c|[\w./-]+)$/],
]);

/** True when its text is harmless where the shell evaluates it once more: `$(( $(wc -l < f) ))`. */
export function printsNumber(script: Script, scope: Scope): boolean {
  const [statement, ...more] = script.commands;
  if (!statement || more.length > 0) return false;
  const node = statement.command.type === "Pipeline" ? statement.command.commands.at(-1) : statement.command;
  if (node?.type !== "Command" || node.prefix.some((part) => part.type === "Assignment")) return false;
  return namesNumber(node, scope);
}

function namesNumber(command: Command, scope: Scope): boolean {
  const name = command.name?.parts ? "" : (command.name?.value ?? "");
  const allowed = NUMBERS.get(name);
  if (!allowed || scope.functions.has(name) || scope.aliases.has(name)) return false;
  if ((name === "grep" || name === "stat") && !command.args.some((arg) => /^-L?c/.test(arg.text)))
    return false;
  return command.args.every((arg) => arg.type === "Word" && !arg.parts && allowed.test(arg.value));
}
