/** `set -- a b` and, in zsh, `set -A name a b`. */
import { knownText, type Word } from "../core/word.ts";
import type { Draft } from "./emit.ts";
import type { Scope } from "./scope.ts";
import { setVariable } from "./set-variable.ts";
import { addDoubt, type Span, type Walk } from "./walk-state.ts";

export function setArguments(
  draft: Draft,
  args: readonly Word[],
  scope: Scope,
  walk: Walk,
  span: Span,
): Draft {
  const array = walk.dialect === "zsh" ? args.findIndex((arg) => /^[-+]\w*A/.test(knownText(arg) ?? "")) : -1;
  if (array >= 0) return setArray(draft, args.slice(array), scope, walk, span);
  const dashes = args.findIndex((arg) => knownText(arg) === "--");
  const before = dashes < 0 ? args : args.slice(0, dashes);
  // `set a -- b` sets three arguments, and a word that cannot be known may be one; `set -euo pipefail` sets none.
  const operands = before.filter((arg, index) => !isOption(arg) && !takesName(before[index - 1]));
  if (operands.length > 0) scope.positional = undefined;
  else if (dashes >= 0) scope.positional = args.slice(dashes + 1);
  return draft;
}

function isOption(arg: Word): boolean {
  return /^[-+]/.test(knownText(arg) ?? "");
}

function takesName(before: Word | undefined): boolean {
  return before !== undefined && /^[-+]\w*o$/.test(knownText(before) ?? "");
}

function setArray(
  draft: Draft,
  [flag, next, ...rest]: readonly Word[],
  scope: Scope,
  walk: Walk,
  span: Span,
): Draft {
  const attached = /A(.*)$/.exec((flag && knownText(flag)) ?? "")?.[1];
  const name = attached || (next && knownText(next));
  if (!name || !/^[A-Za-z_]\w*$/.test(name)) {
    addDoubt(walk, "unknown-text", "a variable is set whose name cannot be known", span);
    return draft;
  }
  const words = attached && next ? [next, ...rest] : rest;
  const elements = words.map((word) => word.pieces);
  const told = setVariable({ name, values: [elements[0] ?? []], elements }, scope, walk, span);
  return { ...draft, assignments: [...draft.assignments, ...told] };
}
