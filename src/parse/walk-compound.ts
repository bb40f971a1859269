/** if, while, for, select, case: every branch is walked; afterwards any of them may have happened. */
import type { Case, CompoundList, For, If, Select, SyntaxNode, While, WordPart } from "unbash";
import { assignedNames, mayChange } from "./assigned-names.ts";
import { expandWord } from "./expand-word.ts";
import {
  assignScope,
  cloneScope,
  joinCwds,
  joinScopes,
  MAX_VALUES,
  type Scope,
  setUnknown,
  unknownPiece,
  type Value,
} from "./scope.ts";
import { numberOf, setAndTell, setVariable } from "./set-variable.ts";
import { countsUp } from "./static-output.ts";
import { inside, type Place, spanOf, type Walk } from "./walk-state.ts";

export type WalkList = (list: CompoundList, scope: Scope, walk: Walk, place: Place) => void;

/** Loops inside loops: more rounds than this are not walked one by one. */
const MAX_REPEATS = 64;

export function walkIf(node: If, scope: Scope, walk: Walk, place: Place, walkList: WalkList): void {
  const within = inside(place, "if");
  walkList(node.clause, scope, walk, within);
  const ends: Scope[] = [];
  const branch = (list: CompoundList) => {
    const copy = cloneScope(scope);
    walkList(list, copy, walk, within);
    ends.push(copy);
  };
  branch(node.then);
  for (const elif of node.elif) {
    walkList(elif.clause, scope, walk, within);
    branch(elif.then);
  }
  if (node.else) branch(node.else);
  // With an else exactly one of the branches ran.
  if (node.else) assignScope(scope, ends.reduce(joinScopes));
  else joinInto(scope, ends);
}

export function walkWhile(node: While, scope: Scope, walk: Walk, place: Place, walkList: WalkList): void {
  const within = inside(place, node.kind);
  forgetAssigned(node, scope);
  walkList(node.clause, scope, walk, within);
  const body = cloneScope(scope);
  walkList(node.body, body, walk, within);
  joinInto(scope, [body]);
}

export function walkFor(node: For, scope: Scope, walk: Walk, place: Place, walkList: WalkList): void {
  const name = node.name.value;
  const values = loopValues(node, scope, walk, place);
  forgetAssigned(node.body, scope);
  // An empty list runs nothing, but its body is still judged.
  const oneByOne = values.length > 0 && place.repeats * values.length <= MAX_REPEATS;
  const rounds = oneByOne ? values : [anyOf(name, values)];
  const within = inside(place, "for", { repeats: place.repeats * rounds.length });
  const ends: Scope[] = [];
  // `for PATH in …` sets PATH like any assignment would.
  setAndTell({ name, values: rounds }, node.name, cloneScope(scope), walk, within);
  for (const value of rounds) {
    const body = cloneScope(scope);
    setVariable({ name, values: [value] }, body, walk, spanOf(node.name, place));
    walkList(node.body, body, walk, within);
    ends.push(body);
  }
  joinInto(scope, ends);
}

/** Each word of the list is one round; words that may become several cannot be told apart. */
function loopValues(node: For, scope: Scope, walk: Walk, place: Place): Value[] {
  if (!node.wordlist) {
    const given = scope.positional?.map((word) => word.pieces);
    return given && given.length <= MAX_VALUES ? given : [[unknownPiece(node.name.value)]];
  }
  const name = node.name.value;
  const values: Value[] = [];
  for (const word of node.wordlist) {
    const alternatives = expandWord(word, scope, walk, place);
    if (isCounting(word.parts ?? [], scope)) values.push(numberOf(name));
    else for (const words of alternatives) values.push(...words.map((one) => one.pieces));
  }
  return values.length > MAX_VALUES ? [anyOf(name, values)] : values;
}

/** `$(seq 1 100)`, `{1..100}`: which numbers does not matter. */
function isCounting(parts: readonly WordPart[], scope: Scope): boolean {
  const [part, ...more] = parts;
  if (more.length > 0) return false;
  if (part?.type === "CommandExpansion") return part.script !== undefined && countsUp(part.script, scope);
  // Short ones are told apart.
  return (
    part?.type === "BraceExpansion" && /^\{-?\d{1,9}\.\.-?\d{2,9}\}$/.test(part.text) && isLong(part.text)
  );
}

function isLong(range: string): boolean {
  const [from = 0, to = 0] = (range.match(/-?\d+/g) ?? []).map(Number);
  return Math.abs(to - from) >= MAX_VALUES;
}

/** Too many to be told apart; numbers are still numbers. */
function anyOf(name: string, values: readonly Value[]): Value {
  return values.length > 0 && values.every(isNumeric) ? numberOf(name) : [unknownPiece(name)];
}

export function walkSelect(node: Select, scope: Scope, walk: Walk, place: Place, walkList: WalkList): void {
  for (const word of node.wordlist ?? []) expandWord(word, scope, walk, place);
  forgetAssigned(node.body, scope);
  const within = inside(place, "select");
  const name = node.name.value;
  setAndTell({ name, values: [[unknownPiece(name)]] }, node.name, scope, walk, within);
  setUnknown(scope, "REPLY", "input");
  walkList(node.body, scope, walk, within);
}

export function walkCase(node: Case, scope: Scope, walk: Walk, place: Place, walkList: WalkList): void {
  expandWord(node.word, scope, walk, place);
  const within = inside(place, "case");
  const ends: Scope[] = [];
  let start = scope;
  for (const item of node.items) {
    for (const pattern of item.pattern) expandWord(pattern, scope, walk, place);
    const copy = cloneScope(start);
    walkList(item.body, copy, walk, within);
    ends.push(copy);
    // `;&` goes on with the next branch.
    start = item.terminator === undefined || item.terminator === ";;" ? scope : joinScopes(scope, copy);
  }
  joinInto(scope, ends);
}

/** A loop's body may run again with what it changed itself. */
export function forgetAssigned(node: SyntaxNode, scope: Scope): void {
  if (mayChange("folder", node, scope)) scope.cwds = joinCwds(scope.cwds, [null]);
  if (mayChange("arguments", node, scope)) scope.positional = undefined;
  for (const [name, assigned] of assignedNames(node, scope)) {
    const before = scope.variables.get(name);
    if (!before) continue;
    const stays = assigned === "number" && before.values.every(isNumeric);
    setUnknown(scope, name, stays ? "arithmetic" : "variable");
  }
}

function isNumeric(value: Value): boolean {
  return value.every((piece) =>
    piece.kind === "text"
      ? /^-?\d*$/.test(piece.text)
      : piece.kind === "unknown" && piece.why === "arithmetic",
  );
}

function joinInto(scope: Scope, ends: readonly Scope[]): void {
  let joined: Scope = cloneScope(scope);
  for (const end of ends) joined = joinScopes(joined, end);
  assignScope(scope, joined);
}
