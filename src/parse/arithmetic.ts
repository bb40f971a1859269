/** Arithmetic: substitutions inside it run, assignments in it change variables, and values are evaluated once more. */
import type { ArithmeticExpression } from "unbash";
import { type Scope, setUnknown } from "./scope.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

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
      for (const name of node.value.match(/[A-Za-z_]\w*/g) ?? []) checkEvaluated(name, node, scope, walk, place);
      return;
    case "ArithmeticCommandExpansion":
      if (node.script) walk.walkScript(node.script, scope, { ...place, nesting: [...place.nesting, "$( )"] });
      return;
  }
}

function assignName(node: ArithmeticExpression, scope: Scope): void {
  if (node.type !== "ArithmeticWord") return;
  const name = /^[A-Za-z_]\w*/.exec(node.value)?.[0];
  if (name === undefined) return;
  setUnknown(scope, name, "arithmetic");
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
      piece.kind === "text" ? !/[`$[(]/.test(piece.text) : piece.kind === "unknown" && piece.why === "arithmetic",
    ),
  );
  if (safe) return;
  addDoubt(walk, "unknown-text", `arithmetic evaluates the text in $${name}`, spanOf(node, place));
  setUnknown(scope, name);
}
