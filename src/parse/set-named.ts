/** read, mapfile, getopts, printf, wait, let, unset: from here on the variables that they name cannot be known. */
import { knownText, type Piece, type Word } from "../core/word.ts";
import type { Call } from "./builtins.ts";
import type { Draft } from "./emit.ts";
import { markVariable, type Scope, setUnknown } from "./scope.ts";
import { printfTarget, withNumbers } from "./set-numbers.ts";
import { setVariable } from "./set-variable.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

/** What they fill without naming it. */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ["read", ["REPLY"]],
  ["mapfile", ["MAPFILE"]],
  ["readarray", ["MAPFILE"]],
  ["getopts", ["OPTARG", "OPTIND"]],
]);

/** These give variables values that come from outside, or take them away. */
export function setNamed(
  call: Call,
  name: string,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  place: Place,
): Draft {
  const targets = name === "printf" ? printfTarget(args) : name === "wait" ? [] : args;
  const texts = targets.map(knownText);
  if (texts.includes(undefined)) forgetAll(name, call, scope, walk, place);
  const set = texts.flatMap((text) => namesIn(text ?? ""));
  if (name === "unset") {
    for (const variable of set) setUnknown(scope, variable, "input");
    unset(texts, scope);
    return call.draft;
  }
  const span = spanOf(call.node, place);
  for (const variable of [...set, ...(IMPLIED.get(name) ?? [])]) {
    const why = variable === "OPTIND" && !set.includes(variable) ? "arithmetic" : "input";
    setVariable({ name: variable, values: [[readPiece(variable, why)]] }, scope, walk, span);
    if (FILLS_ARRAYS.test(name)) markVariable(scope, variable, { array: true });
  }
  return withNumbers(call, name, args, scope, walk, span);
}

const FILLS_ARRAYS = /^(?:read|mapfile|readarray)$/;

function readPiece(name: string, why: "arithmetic" | "input"): Piece {
  return { kind: "unknown", why, text: `$${name}`, name, splits: false };
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
