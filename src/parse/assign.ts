/** `A=1`, `A+=1`, `A=(x y)`, `A[0]=1`: the values that a variable may have afterwards. */
import type { Assignment as SyntaxAssignment, Word as SyntaxWord } from "unbash";
import type { Assignment } from "../core/command.ts";
import { checkNamesIn } from "./arithmetic.ts";
import { cross, expandWord } from "./expand-word.ts";
import { type Scope, unknownPiece, type Value } from "./scope.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

/** Assigns in the scope and tells what was assigned, one entry for each value it may have. */
export function assign(
  node: SyntaxAssignment,
  scope: Scope,
  walk: Walk,
  place: Place,
  reach: "shell" | "program",
): Assignment[] {
  const { values, elements } = valuesOf(node, scope, walk, place);
  const redefining = walk.dialect === "zsh" ? TABLES_ZSH : TABLES;
  if (redefining.test(node.name)) {
    addDoubt(walk, "redefinition", `${node.name} makes a name stand for something else`, spanOf(node, place));
  }
  const before = scope.variables.get(node.name);
  const exported = reach === "program" || (before?.exported ?? false);
  scope.variables.set(node.name, { values, exported, ...(elements ? { elements } : {}) });
  const span = spanOf(node, place);
  return values.map((pieces) => ({ name: node.name, values: [{ pieces, ...span }], exported, ...span }));
}

/** Arrays whose elements are the shell's own tables of aliases, functions and programs. */
const TABLES = /^(?:BASH_ALIASES|BASH_CMDS)$/;
const TABLES_ZSH = /^(?:(?:dis_)?(?:aliases|galiases|saliases|functions)|commands)$/;

export interface AssignedValues {
  readonly values: readonly Value[];
  readonly elements?: readonly Value[];
}

export function valuesOf(node: SyntaxAssignment, scope: Scope, walk: Walk, place: Place): AssignedValues {
  if (node.value.type === "ArrayValue")
    return arrayValues(node.name, node.append, node.value.elements, scope, walk, place);
  if (node.index) {
    walk.expandValue(node.index, scope, place);
    checkNamesIn(node.index, scope, walk, place);
  }
  const values = walk.expandValue(node.value, scope, place);
  const before = scope.variables.get(node.name)?.values;
  if (node.index || (node.append && !before)) {
    return { values: [[unknownPiece(node.name)]] };
  }
  return node.append && before ? { values: cross(before, values, (a, b) => [...a, ...b]) } : { values };
}

/** `a=(x y)`; with subscripts (`a=([k]=x)`) or onto an array that is not known, any element may be anything. */
function arrayValues(
  name: string,
  append: boolean | undefined,
  words: readonly SyntaxWord[],
  scope: Scope,
  walk: Walk,
  place: Place,
): AssignedValues {
  const expanded = words.map((word) => expandWord(word, scope, walk, place));
  const before = append ? scope.variables.get(name)?.elements : [];
  const indexed = words.filter((word) => word.text.startsWith("["));
  for (const word of indexed) checkNamesIn(word, scope, walk, place);
  const several = expanded.some((alternatives) => alternatives.length > 1);
  if (!before || indexed.length > 0 || several) return { values: [[unknownPiece(name)]] };
  const added = expanded.flatMap(([only = []]) => only.map((word) => word.pieces));
  const elements = [...before, ...added];
  return { values: [elements[0] ?? []], elements };
}
