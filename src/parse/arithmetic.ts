/** Arithmetic: substitutions inside it run, assignments in it change variables, and values are evaluated once more. */
import type { ArithmeticExpression, WordPart } from "unbash";
import { cloneScope, type Scope, setUnknown, type Value } from "./scope.ts";
import { numberOf, setAndTell } from "./set-variable.ts";
import { printsNumber } from "./static-output.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

export function visitArithmetic(node: ArithmeticExpression, scope: Scope, walk: Walk, place: Place): void {
  switch (node.type) {
    case "ArithmeticBinary":
      visitArithmetic(node.left, scope, walk, place);
      visitArithmetic(node.right, scope, walk, place);
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) assignName(node.left, scope, walk, place);
      return;
    case "ArithmeticUnary":
      visitArithmetic(node.operand, scope, walk, place);
      if (node.operator === "++" || node.operator === "--") assignName(node.operand, scope, walk, place);
      return;
    case "ArithmeticTernary":
      visitArithmetic(node.test, scope, walk, place);
      visitArithmetic(node.consequent, scope, walk, place);
      visitArithmetic(node.alternate, scope, walk, place);
      return;
    case "ArithmeticGroup":
      visitArithmetic(node.expression, scope, walk, place);
      return;
    case "ArithmeticWord":
      walk.visitParts(node.parts ?? [], scope, place);
      checkNamesIn(node, scope, walk, place);
      return;
    case "ArithmeticCommandExpansion":
      if (!node.script || !printsNumber(node.script, scope)) doubtOutput(node, walk, place);
      if (node.script) walk.walkScript(node.script, cloneScope(scope), inside(place, "$( )"));
      return;
  }
}

function assignName(node: ArithmeticExpression, scope: Scope, walk: Walk, place: Place): void {
  if (node.type !== "ArithmeticWord") return;
  const name = /^[A-Za-z_]\w*/.exec(node.value)?.[0];
  if (name === undefined) return;
  setAndTell({ name, values: [numberOf(name)] }, node, scope, walk, place);
}

/** A subscript or an offset is arithmetic: every name in it is evaluated, and so is text that comes from outside. */
export function checkNamesIn(
  word: {
    readonly value: string;
    readonly parts?: readonly WordPart[] | undefined;
    readonly pos: number;
    readonly end: number;
  },
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  for (const part of word.parts ?? []) checkPart(part, scope, walk, place);
  for (const name of namesIn(word.value)) checkEvaluated(name, word, scope, walk, place);
  for (const [, before, after] of word.value.matchAll(ASSIGNS)) {
    const name = before ?? after ?? "";
    setAndTell({ name, values: [numberOf(name)] }, word, scope, walk, place);
  }
}

/** `a[n = 1]`, `${x:n++}`: a subscript or an offset may assign as well. */
const ASSIGNS =
  /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** Names, and the arguments of the shell or of a function. */
function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*|(?<=\$\{?)(?:[1-9]\d*|[@*])/g) ?? [];
}

function checkPart(part: WordPart, scope: Scope, walk: Walk, place: Place): void {
  if (part.type === "DoubleQuoted") for (const inner of part.parts) checkPart(inner, scope, walk, place);
  const number = part.type === "CommandExpansion" && part.script && printsNumber(part.script, scope);
  if (part.type === "CommandExpansion" && !number) doubtOutput(part, walk, place);
}

/** `echo $(( $(cat f) ))` runs what stands between brackets in the file. */
function doubtOutput(node: { pos: number; end: number; text: string }, walk: Walk, place: Place): void {
  addDoubt(walk, "unknown-text", `arithmetic evaluates the output of ${node.text}`, spanOf(node, place));
}

/** The shell fills these with text from the line itself. */
const FILLED: ReadonlySet<string> = new Set(
  "_ BASH_ARGV BASH_ARGV0 BASH_COMMAND BASH_EXECUTION_STRING BASH_REMATCH BASH_SOURCE FUNCNAME MATCH match".split(
    " ",
  ),
);

/** bash evaluates a variable's text in arithmetic: `x='a[$(rm f)]'; echo $((x))` runs rm; and so do names in that text. */
export function checkEvaluated(
  name: string,
  node: { pos: number; end: number },
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  if (!FILLED.has(name) && isHarmless(name, scope, new Set())) return;
  addDoubt(walk, "unknown-text", `arithmetic evaluates the text in $${name}`, spanOf(node, place));
  if (scope.variables.has(name)) setUnknown(scope, name);
}

function isHarmless(name: string, scope: Scope, seen: Set<string>): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  return evaluatedValues(name, scope).every((value) =>
    value.every((piece) => {
      if (piece.kind !== "text") return piece.kind === "unknown" && piece.why === "arithmetic";
      if (/[`$[(=]|\+\+|--/.test(piece.text)) return false;
      return namesIn(piece.text).every((inner) => isHarmless(inner, scope, seen));
    }),
  );
}

function evaluatedValues(name: string, scope: Scope): readonly Value[] {
  if (/^[@*]$/.test(name)) return scope.positional?.map((word) => word.pieces) ?? [];
  if (/^\d/.test(name)) {
    const word = scope.positional?.[Number(name) - 1];
    return word ? [word.pieces] : [];
  }
  const variable = scope.variables.get(name);
  return variable ? [...variable.values, ...(variable.elements ?? [])] : [];
}
