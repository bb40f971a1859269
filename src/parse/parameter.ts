/** `$x`, `"${x}"`, `${x:-default}`, `$@`: the values a parameter may have here. */
import type { ParameterExpansionPart } from "unbash";
import type { Piece, Word } from "../core/word.ts";
import { cutValue } from "./cut-value.ts";
import { checkNameText } from "./evaluated-text.ts";
import type { Fragments, Quoting } from "./fragments.ts";
import { valuesWithDefault, visitIndex, visitOperation } from "./parameter-operation.ts";
import { type Scope, unknownPiece, type Value } from "./scope.ts";
import { listFragments, quotedFragments, unquotedFragments } from "./split-value.ts";
import type { Place, Walk } from "./walk-state.ts";

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
  const whole = walk.dialect === "zsh" ? wholeArray(name, part, scope) : undefined;
  if (whole) return [listFragments(whole, quoting === "quoted" ? "*" : "@", scope, quoting)];
  const values = part ? valuesOfExpansion(part, scope, walk, place) : valuesOf(name, text, scope, walk);
  return values.flatMap((value) =>
    quoting === "quoted" ? [quotedFragments(value)] : unquotedChoices(value, scope, walk),
  );
}

/** In zsh an array's name alone stands for all its elements. */
function wholeArray(
  name: string,
  part: ParameterExpansionPart | undefined,
  scope: Scope,
): readonly Value[] | undefined {
  if (part?.index || part?.operation || part?.prefix) return undefined;
  return scope.variables.get(name)?.elements;
}

/** zsh splits a value only where it was told to: both ways are possible. */
function unquotedChoices(value: Value, scope: Scope, walk: Walk): Fragments[] {
  const split = unquotedFragments(value, scope);
  const same = walk.dialect !== "zsh" || split.words.length < 2;
  return same ? [split] : [split, { words: [value], quoted: false }];
}

/** The values of a plain `$name`. */
export function valuesOf(name: string, text: string, scope: Scope, walk: Walk): readonly Value[] {
  if (/^[1-9]\d*$/.test(name)) return [positionalValue(Number(name), text, scope)];
  if (name === "0" && scope.zero) return [scope.zero.pieces];
  if (/^[#?$!\-0]$/.test(name)) {
    return [[{ kind: "unknown", why: "special", text, name, splits: false }]];
  }
  if (name === "_") return lastArguments(text, walk);
  const variable = scope.variables.get(name);
  if (variable) return variable.values;
  if (name === "HOME") return [[{ kind: "text", text: walk.home }]];
  if (name === "PWD" && scope.cwds.every((cwd) => cwd !== null)) {
    return scope.cwds.map((cwd) => [{ kind: "text", text: cwd ?? "" }]);
  }
  return [[{ kind: "unknown", why: "variable", text, name, splits: false }]];
}

const MAX_LAST = 8;

/** `$_` is the last word of the command before: what may be a secret there may be one here. */
function lastArguments(text: string, walk: Walk): readonly Value[] {
  const open = walk.commands.flatMap(({ argv }) => {
    const pieces = argv.at(-1)?.pieces ?? [];
    return pieces.some((piece) => piece.kind === "unknown" && piece.why === "variable") ? [pieces] : [];
  });
  const distinct = new Map(open.map((pieces) => [JSON.stringify(pieces), pieces]));
  return [[unknownPiece("_", text)], ...[...distinct.values()].slice(-MAX_LAST)];
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
    // ${!x} takes the text in x for a name, with a subscript; ${!x*} only looks for names.
    if (part.operation?.type !== "Names")
      for (const value of valuesOf(part.parameter, part.text, scope, walk))
        checkNameText(value, part, scope, walk, place);
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
