/** Writes down one simple command, and what the shell itself prints on the way. */
import type { Assignment, Redirect, Stdin } from "../core/command.ts";
import { textWord, type Word } from "../core/word.ts";
import { stdinIn } from "./replace-stdin.ts";
import type { Scope, Value } from "./scope.ts";
import { inside, type Place, type Span, spanOf, step, type Walk } from "./walk-state.ts";

export interface Draft {
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  readonly evaluates?: string;
}

export function emit(draft: Draft, node: Span, scope: Scope, walk: Walk, place: Place): void {
  step(walk, place);
  if (walk.traces) {
    const set = draft.assignments.flatMap(({ values }) => values);
    emitPrinted(
      [...draft.argv.slice(1), ...set].map(({ pieces }) => pieces),
      node,
      scope,
      walk,
      place,
    );
  }
  push(draft, node, scope, walk, place);
}

function push(draft: Draft, node: Span, scope: Scope, walk: Walk, place: Place): void {
  const span = spanOf(node, place);
  const exports = exportsOf(draft.assignments, scope, span);
  const stdin = stdinIn(scope, draft.stdin);
  walk.commands.push({ ...draft, stdin, cwds: scope.cwds, nesting: place.nesting, ...span, exports });
}

/** What the shell prints of its own accord (`set -x`, `${x:?text}`) is judged as if echo printed it. */
export function emitPrinted(
  values: readonly Value[],
  node: Span,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const open = values.filter((value) =>
    value.some((piece) => piece.kind === "unknown" && piece.why === "variable"),
  );
  if (open.length === 0) return;
  const span = spanOf(node, place);
  const argv = [textWord("echo", span), ...open.map((pieces) => ({ pieces, ...span }))];
  const draft = { argv, assignments: [], redirects: [], stdin: place.stdin };
  push(draft, node, scope, walk, inside(place, "printed by the shell"));
}

const NO_EXPORTS: ReadonlyMap<string, Word> = new Map();

/** What a shell started by this command finds in its environment, as far as the line says. */
function exportsOf(assignments: readonly Assignment[], scope: Scope, span: Span): ReadonlyMap<string, Word> {
  if (scope.variables.size === 0 && assignments.length === 0) return NO_EXPORTS;
  const exports = new Map<string, Word>();
  for (const [name, variable] of scope.variables) {
    const [value, ...others] = variable.values;
    if (variable.exported && value && others.length === 0) exports.set(name, { pieces: value, ...span });
  }
  const seen = new Set<string>();
  for (const { name, values, exported } of assignments) {
    const [value] = values;
    // Several entries for one name are several values that it may have.
    if (exported && value && values.length === 1 && !seen.has(name)) exports.set(name, value);
    else exports.delete(name);
    seen.add(name);
  }
  return exports;
}
