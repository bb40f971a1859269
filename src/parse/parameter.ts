/** `$x`, `"${x}"`, `${x:-default}`, `$@`: the values a parameter may have here. */
import type { ParameterExpansionPart } from "unbash";
import type { Piece, Word } from "../core/word.ts";
import { checkEvaluated, checkNamesIn } from "./arithmetic.ts";
import { cutValue } from "./cut-value.ts";
import type { Fragments, Quoting } from "./fragments.ts";
import type { Scope, Value } from "./scope.ts";
import { listFragments, quotedFragments, unquotedFragments } from "./split-value.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

export function expandParameter(
  name: string,
  part: ParameterExpansionPart | undefined,
  text: string,
  scope: Scope,
  walk: Walk,
  place: Place,
  quoting: Quoting,
): Fragments[] {
  if (name === "@" || name === "*") {
    if (part) visitOperation(part, scope, walk, place);
    return [expandAllArguments(text, part, scope, quoting)];
  }
  const elements = part ? allElements(part, scope, walk, place) : undefined;
  if (elements) return [listFragments(elements, part?.index?.value === "*" ? "*" : "@", scope, quoting)];
  const values = part ? valuesOfExpansion(part, scope, walk, place) : valuesOf(name, text, scope, walk);
  return values.map((value) =>
    quoting === "quoted" ? quotedFragments(value) : unquotedFragments(value, scope),
  );
}

/** The values of a plain `$name`. */
export function valuesOf(name: string, text: string, scope: Scope, walk: Walk): readonly Value[] {
  if (/^[1-9]\d*$/.test(name)) return [positionalValue(Number(name), text, scope)];
  if (name === "0" && scope.zero) return [scope.zero.pieces];
  if (/^[#?$!\-0_]$/.test(name)) {
    return [[{ kind: "unknown", why: "special", text, name, splits: false }]];
  }
  const variable = scope.variables.get(name);
  if (variable) return variable.values;
  if (name === "HOME") return [[{ kind: "text", text: walk.home }]];
  if (name === "PWD" && scope.cwds.every((cwd) => cwd !== null)) {
    return scope.cwds.map((cwd) => [{ kind: "text", text: cwd ?? "" }]);
  }
  return [[{ kind: "unknown", why: "variable", text, name, splits: false }]];
}

function positionalValue(index: number, text: string, scope: Scope): Value {
  if (!scope.positional)
    return [{ kind: "unknown", why: "variable", text, name: String(index), splits: false }];
  return scope.positional[index - 1]?.pieces ?? [];
}

function expandAllArguments(
  text: string,
  part: ParameterExpansionPart | undefined,
  scope: Scope,
  quoting: Quoting,
): Fragments {
  const words: readonly Word[] | undefined = scope.positional;
  if (!words || part?.operation || part?.prefix) {
    return { words: [[{ kind: "unknown", why: "variable", text, name: "@", splits: true }]], quoted: false };
  }
  const star = part ? part.parameter === "*" : text === "$*";
  const values = words.map((word) => word.pieces);
  return listFragments(values, star ? "*" : "@", scope, quoting);
}

function valuesOfExpansion(
  part: ParameterExpansionPart,
  scope: Scope,
  walk: Walk,
  place: Place,
): readonly Value[] {
  const unknown: Value = [
    { kind: "unknown", why: "variable", text: part.text, name: part.parameter, splits: false },
  ];
  if (part.prefix === "#") {
    visitIndex(part, scope, walk, place);
    return [[{ kind: "unknown", why: "arithmetic", text: part.text, splits: false }]];
  }
  if (part.index) {
    visitIndex(part, scope, walk, place);
    visitOperation(part, scope, walk, place);
    return elementsOf(part, scope) ?? [unknown];
  }
  if (part.prefix === "!") {
    visitOperation(part, scope, walk, place);
    // ${!x} evaluates the text in x as a name, with subscripts.
    checkEvaluated(part.parameter, part, scope, walk, place);
    return [unknown];
  }
  const plain = valuesOf(part.parameter, part.text, scope, walk);
  if (!part.operation) return plain;
  if (part.operation.type === "Default")
    return valuesWithDefault(part, part.operation, plain, scope, walk, place);
  visitOperation(part, scope, walk, place);
  return plain.map((value) => cutValue(value, part.operation) ?? [derivedPiece(part, value)]);
}

/** Made from a value of the line: what it may reveal is what that value may reveal. */
function derivedPiece(part: ParameterExpansionPart, value: Value): Piece {
  const from = value.find((piece) => piece.kind === "unknown" && piece.why === "variable");
  const name = from?.kind === "unknown" && from.name !== undefined ? from.name : part.parameter;
  return { kind: "unknown", why: from ? "variable" : "input", text: part.text, name, splits: false };
}

/** One element of an array that was assigned in the line: any of them. */
function elementsOf(part: ParameterExpansionPart, scope: Scope): readonly Value[] | undefined {
  const elements = scope.variables.get(part.parameter)?.elements;
  return elements && elements.length > 0 && !part.operation && !part.prefix ? elements : undefined;
}

/** `${a[@]}`: all elements, where they are known. */
function allElements(
  part: ParameterExpansionPart,
  scope: Scope,
  walk: Walk,
  place: Place,
): readonly Value[] | undefined {
  const index = part.index?.value;
  if ((index !== "@" && index !== "*") || part.operation || part.prefix) return undefined;
  visitIndex(part, scope, walk, place);
  return scope.variables.get(part.parameter)?.elements;
}

type DefaultOperation = Extract<ParameterExpansionPart["operation"], { type: "Default" }>;

function valuesWithDefault(
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
      scope.variables.set(part.parameter, {
        values,
        exported: scope.variables.get(part.parameter)?.exported ?? false,
      });
      return values;
    }
    case "+":
    case ":+":
      return [[], ...operand];
    case "?":
    case ":?":
      return plain;
  }
}

function visitIndex(part: ParameterExpansionPart, scope: Scope, walk: Walk, place: Place): void {
  if (!part.index) return;
  walk.expandValue(part.index, scope, place);
  checkNamesIn(part.index, scope, walk, place);
}

function visitOperation(part: ParameterExpansionPart, scope: Scope, walk: Walk, place: Place): void {
  const operation = part.operation;
  switch (operation?.type) {
    case undefined:
    case "Names":
    case "Unknown":
      return;
    case "Default":
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
      walk.expandValue(operation.offset, scope, place);
      if (operation.length) walk.expandValue(operation.length, scope, place);
      for (const word of [operation.offset, operation.length])
        if (word) checkNamesIn(word, scope, walk, place);
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
