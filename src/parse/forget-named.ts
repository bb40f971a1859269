/** read, mapfile, getopts, printf -v, let, unset: from here on the variables that they name cannot be known. */
import { knownText, textWord, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import type { Draft } from "./emit.ts";
import { type Scope, setUnknown } from "./scope.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

/** What they fill without naming it. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  read: ["REPLY"],
  mapfile: ["MAPFILE"],
  readarray: ["MAPFILE"],
  getopts: ["OPTARG", "OPTIND"],
};

/** These give variables values that come from outside, or take them away. */
export function forgetNamed(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  place: Place,
): Draft {
  const texts = (name === "printf" ? printfTarget(args) : args).map(knownText);
  if (texts.includes(undefined)) forgetAll(name, call, scope, walk, place);
  const set = [...texts.flatMap((text) => namesIn(text ?? "")), ...(IMPLIED[name] ?? [])];
  for (const variable of set) setUnknown(scope, variable, "input");
  if (name === "unset") unset(texts, scope);
  return call.draft;
}

function unset(texts: readonly (string | undefined)[], scope: Scope): void {
  // Without IFS the shell splits as it always does.
  if (texts.includes("IFS")) scope.variables.delete("IFS");
  for (const text of texts) {
    const shadow = scope.functions.get(text ?? "");
    if (shadow) scope.functions.set(text ?? "", { ...shadow, certain: false });
  }
}

/** `read -ra NAME` and `read -raNAME`: only the second option has a name in it. */
function namesIn(text: string): readonly string[] {
  const named = text.startsWith("-") ? (/^-[a-zA-Z]*?a(\w+)/.exec(text)?.[1] ?? "") : text;
  return named.match(/[A-Za-z_]\w*/g) ?? [];
}

function forgetAll(name: string, call: Call, scope: Scope, walk: Walk, place: Place): void {
  for (const known of scope.variables.keys()) setUnknown(scope, known);
  const span = spanOf(call.node, place);
  addDoubt(walk, "unknown-text", `${name} sets a variable whose name cannot be known`, span);
}

function printfTarget(args: readonly Word[]): readonly Word[] {
  const [first, second] = args;
  const flag = first ? knownText(first) : undefined;
  if (first && flag?.startsWith("-v") && flag !== "-v") return [textWord(flag.slice(2), first)];
  return flag === "-v" && second ? [second] : [];
}
