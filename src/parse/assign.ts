/** `A=1`, `A+=1`, `A=(x y)`, `A[0]=1`: the values that a variable may have afterwards. */
import type { Assignment as SyntaxAssignment, Word as SyntaxWord } from "unbash";
import type { Assignment } from "../core/command.ts";
import type { Piece, Word } from "../core/word.ts";
import { evaluateWord } from "./arithmetic.ts";
import { cross } from "./combine.ts";
import { checkEvaluatedValue } from "./evaluated-text.ts";
import { expandValue, expandWord } from "./expand-word.ts";
import { mergeTexts } from "./make-word.ts";
import { markVariable, type Scope, unknownPiece, type Value } from "./scope.ts";
import { isKeyed, setVariable } from "./set-variable.ts";
import { type Place, spanOf, type Walk } from "./walk-state.ts";

/** Assigns in the scope and tells what was assigned, one entry for each value it may have. */
export function assign(
  node: SyntaxAssignment,
  scope: Scope,
  walk: Walk,
  place: Place,
  reach: "shell" | "program",
): Assignment[] {
  const assigned = valuesOf(node, scope, walk, place);
  const setting = { name: node.name, ...assigned, exported: reach === "program" };
  const told = setVariable(setting, scope, walk, spanOf(node, place));
  if (node.value.type === "ArrayValue") markVariable(scope, node.name, { array: true });
  return told;
}

export interface AssignedValues {
  readonly values: readonly Value[];
  readonly elements?: readonly Value[];
}

export function valuesOf(node: SyntaxAssignment, scope: Scope, walk: Walk, place: Place): AssignedValues {
  if (node.value.type === "ArrayValue")
    return arrayValues(node.name, node.append, node.value.elements, scope, walk, place);
  const keyed = isKeyed(node.name, scope, walk.dialect);
  if (node.index && keyed) walk.expandValue(node.index, scope, place);
  else if (node.index) evaluateWord(node.index, scope, walk, place);
  const values = expandValue(node.value, scope, walk, place, "assignment");
  const before = scope.variables.get(node.name)?.values;
  if (node.index || (node.append && !before)) {
    return { values: [[unknownPiece(node.name)]] };
  }
  return node.append && before
    ? { values: cross(before, values, (a, b) => mergeTexts([...a, ...b])) }
    : { values };
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
  if (!isKeyed(name, scope, walk.dialect))
    for (const alternative of expanded.flat(2)) checkElement(alternative, scope, walk, place);
  const several = expanded.some((alternatives) => alternatives.length > 1);
  if (!before || indexed.length > 0 || several) return { values: [[unknownPiece(name)]] };
  const added = expanded.flatMap(([only = []]) => only.map((word) => word.pieces));
  const elements = [...before, ...added];
  return { values: [elements[0] ?? []], elements };
}

/** `a=([i]=x)`: i is evaluated, x is not. */
function checkElement(word: Word, scope: Scope, walk: Walk, place: Place): void {
  if (word.pieces[0]?.text.startsWith("[") !== true) return;
  const pieces: Piece[] = [];
  for (const piece of word.pieces) {
    const end = piece.kind === "unknown" ? -1 : piece.text.lastIndexOf("]=");
    pieces.push(end < 0 ? piece : { ...piece, text: piece.text.slice(0, end) });
    if (end >= 0) break;
  }
  const [first, ...more] = pieces;
  if (first)
    checkEvaluatedValue([{ ...first, text: first.text.slice(1) }, ...more], word, scope, walk, place);
}
