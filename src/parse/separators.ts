/** IFS: the characters at which the shell splits what an unquoted variable holds. */
import { knownText } from "../core/word.ts";
import type { Scope } from "./scope.ts";

/** Undefined when the line gave IFS a value that cannot be known. */
export function separatorsIn(scope: Scope): string | undefined {
  const variable = scope.variables.get("IFS");
  if (!variable) return " \t\n";
  const [value, ...others] = variable.values;
  return value && others.length === 0 ? knownText({ pieces: value, pos: 0, end: 0 }) : undefined;
}

export function splitText(text: string, separators: string): string[] {
  const parts: string[] = [""];
  for (const char of text) {
    if (!separators.includes(char)) parts[parts.length - 1] += char;
    else if (parts.at(-1) !== "" || parts.length === 1) parts.push("");
  }
  return parts;
}
