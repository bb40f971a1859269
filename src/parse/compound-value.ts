/** `declare -a a='($(cmd))'`: bash takes a value in brackets for a list of elements and expands it once more. */
import type { Scope, Value } from "./scope.ts";
import { isNumber } from "./set-variable.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

/** Arrays from the start. */
const ARRAYS: ReadonlySet<string> = new Set(
  (
    "BASH_ALIASES BASH_ARGC BASH_ARGV BASH_CMDS BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_VERSINFO COMPREPLY COMP_WORDS " +
    "COPROC DIRSTACK FUNCNAME GROUPS MAPFILE PIPESTATUS"
  ).split(" "),
);

/** `builtin` gives `name` these values, which come from quotes or expansions. */
export function checkCompound(
  builtin: string,
  name: string,
  way: "set" | "append",
  values: readonly Value[],
  scope: Scope,
  walk: Walk,
  span: Span,
): void {
  // Only export takes such a value as it is.
  if (builtin === "export") return;
  const array = ARRAYS.has(name) || scope.variables.get(name)?.array === true;
  if (!values.some((value) => isExpanded(value, way, array ? "array" : "any"))) return;
  const because = `${builtin} takes the value of ${name} for a list and runs the substitutions in it`;
  addDoubt(walk, "unknown-text", because, span);
}

function isExpanded(value: Value, way: "set" | "append", kind: "array" | "any"): boolean {
  const [first] = value;
  if (!first || isNumber(value)) return false;
  // A value that is not known may begin with a bracket; that counts only where the name is known to be an array.
  if (first.kind !== "text" || (way === "append" && first.text === "")) return kind === "array";
  const text = value.map((piece) => (piece.kind === "unknown" ? "$" : piece.text)).join("");
  // What was appended begins somewhere in the value.
  return way === "append" ? /\([\s\S]*[$`[]/.test(text) : /^\([\s\S]*[$`[]/.test(text);
}
