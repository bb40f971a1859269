/** What the operation in `${x:-default}` or `${x/a/b}` expands, assigns, prints or evaluates. */
import type { ParameterExpansionPart } from "unbash";
import { evaluateWord } from "./arithmetic.ts";
import { emitPrinted } from "./emit.ts";
import { giveValue, type Scope, unknownPiece, type Value } from "./scope.ts";
import { isKeyed, setAndTell } from "./set-variable.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

type DefaultOperation = Extract<ParameterExpansionPart["operation"], { type: "Default" }>;

export function valuesWithDefault(
  part: ParameterExpansionPart,
  operation: DefaultOperation,
  plain: readonly Value[],
  scope: Scope,
  walk: Walk,
  place: Place,
): readonly Value[] {
  const operand = walk.expandValue(operation.operand, scope, place);
  switch (operation.operator) {
    case "-":
    case ":-":
      return [...plain, ...operand];
    case "=":
    case ":=": {
      const values = [...plain, ...operand];
      setAndTell({ name: part.parameter, values: operand }, part, scope, walk, place);
      giveValue(scope, part.parameter, values);
      return values;
    }
    case "+":
    case ":+":
      return [[], ...operand];
    case "?":
    case ":?":
      emitPrinted(operand, part, scope, walk, place);
      return plain;
  }
}

export function visitIndex(part: ParameterExpansionPart, scope: Scope, walk: Walk, place: Place): void {
  if (!part.index) return;
  if (isKeyed(part.parameter, scope, walk.dialect)) walk.expandValue(part.index, scope, place);
  else evaluateWord(part.index, scope, walk, place);
}

export function visitOperation(part: ParameterExpansionPart, scope: Scope, walk: Walk, place: Place): void {
  const operation = part.operation;
  switch (operation?.type) {
    case undefined:
    case "Names":
    case "Unknown":
      return;
    case "Default":
      valuesWithDefault(part, operation, [[unknownPiece(part.parameter, part.text)]], scope, walk, place);
      return;
    case "Remove":
      walk.expandValue(operation.operand, scope, place);
      return;
    case "CaseModification":
      if (operation.operand) walk.expandValue(operation.operand, scope, place);
      return;
    case "Replace":
      walk.expandValue(operation.pattern, scope, place);
      walk.expandValue(operation.replacement, scope, place);
      return;
    case "Slice":
      for (const word of [operation.offset, operation.length])
        if (word) evaluateWord(word, scope, walk, place);
      return;
    case "Transform":
      walk.expandValue(operation.operand, scope, place);
      if (operation.operand.value !== "P") return;
      addDoubt(
        walk,
        "unknown-text",
        `${part.text} runs substitutions in the text of the variable`,
        spanOf(part, place),
      );
      return;
  }
}
