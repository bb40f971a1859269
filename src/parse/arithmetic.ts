/** Arithmetic: substitutions inside it run, assignments in it change variables, and values are evaluated once more. */
import type { ArithmeticExpression, WordPart } from "unbash";
import { cloneScope, type Scope, setUnknown } from "./scope.ts";
import { printsNumber } from "./static-output.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

export function visitArithmetic(node: ArithmeticExpression, scope: Scope, walk: Walk, place: Place): void {
  switch (node.type) {
    case "ArithmeticBinary":
      visitArithmetic(node.left, scope, walk, place);
      visitArithmetic(node.right, scope, walk, place);
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) assignName(node.left, scope);
      return;
    case "ArithmeticUnary":
      visitArithmetic(node.operand, scope, walk, place);
      if (node.operator === "++" || node.operator === "--") assignName(node.operand, scope);
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

function assignName(node: ArithmeticExpression, scope: Scope): void {
  if (node.type !== "ArithmeticWord") return;
  const name = /^[A-Za-z_]\w*/.exec(node.value)?.[0];
  if (name === undefined) return;
  setUnknown(scope, name, "arithmetic");
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
  for (const name of word.value.match(/[A-Za-z_]\w*/g) ?? []) checkEvaluated(name, word, scope, walk, place);
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

/** bash evaluates a variable's text in arithmetic: `x='a[$(rm f)]'; echo $((x))` runs rm. */
export function checkEvaluated(
  name: string,
  node: { pos: number; end: number },
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const variable = scope.variables.get(name);
  if (!variable) return;
  const safe = variable.values.every((value) =>
    value.every((piece) =>
      piece.kind === "text"
        ? !/[`$[(]/.test(piece.text)
        : piece.kind === "unknown" && piece.why === "arithmetic",
    ),
  );
  if (safe) return;
  addDoubt(walk, "unknown-text", `arithmetic evaluates the text in $${name}`, spanOf(node, place));
  setUnknown(scope, name);
}
