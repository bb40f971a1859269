/** Programs started with an empty environment: guard's hooks and shims are not in it. */
import { QUIET_KINDS } from "../core/effect.ts";
import { displayText } from "../core/word.ts";
import type { Judged } from "./judged.ts";

/** `env -i`, `env -`, `exec -c`. */
export function startsBare({ command, classified }: Judged): boolean {
  const name = classified.program?.name;
  if (name !== "env" && name !== "exec") return false;
  const options = optionsOf(command.argv.slice(1).map(displayText));
  const bare = name === "env" ? /^(?:-|-[a-zA-Z0]*i[a-zA-Z0]*|--i[a-z-]*)$/ : /^-[a-z]*c[a-z]*$/;
  return options.some((option) => bare.test(option));
}

/** Up to the program's name; a value that looks like an option counts as one: then it is asked about. */
function optionsOf(words: readonly string[]): readonly string[] {
  const program = words.findIndex(
    (word, index) => !word.startsWith("-") && !/=/.test(word) && !/^-/.test(words[index - 1] ?? ""),
  );
  return program < 0 ? words : words.slice(0, program);
}

export function onlyLooks({ command, classified }: Judged): boolean {
  const known = command.argv.length === 0 || classified.program !== undefined;
  return known && classified.effects.every((effect) => QUIET_KINDS.has(effect.kind));
}
