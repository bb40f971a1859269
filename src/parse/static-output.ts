/** The few substitutions whose output is known before they run: `$(pwd)` and `$(echo word)`. */
import type { Script } from "unbash";
import type { Scope } from "./scope.ts";

export function staticOutput(script: Script, scope: Scope): string | undefined {
  const [statement, ...more] = script.commands;
  const command = statement?.command;
  if (more.length > 0 || statement?.background || command?.type !== "Command") return undefined;
  if (command.prefix.length > 0 || command.redirects.length > 0) return undefined;
  const words = [command.name, ...command.args];
  const texts: string[] = [];
  for (const word of words) {
    if (word?.type !== "Word" || word.parts) return undefined;
    texts.push(word.value);
  }
  if (scope.functions.has(texts[0] ?? "") || scope.aliases.has(texts[0] ?? "")) return undefined;
  if (texts[0] === "pwd" && texts.length === 1) return knownCwd(scope);
  const plainEcho = texts[0] === "echo" && texts.length === 2 && /^[\w./][\w./-]*$/.test(texts[1] ?? "");
  return plainEcho ? texts[1] : undefined;
}

function knownCwd(scope: Scope): string | undefined {
  const [cwd, ...others] = scope.cwds;
  return others.length === 0 && typeof cwd === "string" ? cwd : undefined;
}
