/** A command whose name is an alias or a function of the line. */
import type { Command as SyntaxCommand } from "unbash";
import { knownText, type Word } from "../core/word.ts";
import { type Draft, emit } from "./emit.ts";
import { assignScope, cloneScope, joinScopes, type Scope } from "./scope.ts";
import { addDoubt, inside, type Place, spanOf, step, type Walk } from "./walk-state.ts";

/** Aliases and functions of the line go before programs of that name. */
export function runNamed(draft: Draft, node: SyntaxCommand, scope: Scope, walk: Walk, place: Place): void {
  const name = draft.argv[0] ? knownText(draft.argv[0]) : undefined;
  const called = name === undefined ? undefined : scope.functions.get(name);
  const alias = name === undefined ? undefined : scope.aliases.get(name);
  if (name !== undefined && alias) runAlias(name, alias, draft.argv.slice(1), node, scope, walk, place);
  if (name !== undefined && called) {
    callFunction(name, draft.argv.slice(1), node, scope, walk, place);
    if (draft.redirects.length + draft.assignments.length > 0)
      emit({ ...draft, argv: [] }, node, scope, walk, place);
    if (called.certain) return;
  }
  emit(draft, node, scope, walk, place);
}

function callFunction(
  name: string,
  args: readonly Word[],
  node: SyntaxCommand,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const found = scope.functions.get(name);
  if (!found) return;
  walk.called.add(found.node);
  const [outer, ...inner] = place.calls.filter((call) => call.what === found.node);
  const depth = inner.length + (outer ? 1 : 0);
  if (outer && multiplies(place.nesting.slice(outer.depth))) {
    addDoubt(walk, "fork-bomb", `${name} starts copies of itself without end`, spanOf(node, place));
    return;
  }
  // The second round of a recursion knows its arguments no more; a third adds nothing.
  if (depth > 1) return;
  step(walk, place);
  const body = cloneScope(scope);
  body.positional = depth > 0 ? undefined : args;
  const at = place.at ?? spanOf(node, place);
  const within = inside(place, `function ${name}`, {
    calls: [...place.calls, { what: found.node, depth: place.nesting.length }],
    at,
  });
  walk.walkFunction(found.node, body, within);
  // Whether a variable was local or not: either value may remain.
  assignScope(scope, { ...joinScopes(scope, body), positional: scope.positional });
}

/** A recursion in the background, or in a pipe that no condition guards, doubles without end. */
function multiplies(since: readonly string[]): boolean {
  if (since.includes("&") || since.includes("coproc")) return true;
  return since.includes("pipe") && !since.some((step) => /^(?:if|while|until|for|case|select)$/.test(step));
}

/** The alias's text takes the place of the name; the last command in it gets the arguments. */
function runAlias(
  name: string,
  alias: Word,
  args: readonly Word[],
  node: SyntaxCommand,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const text = knownText(alias);
  const span = spanOf(node, place);
  if (text === undefined) {
    addDoubt(walk, "unknown-text", `the alias ${name} stands for text that cannot be known`, span);
    return;
  }
  if (/[;&|({\s]$/.test(text)) {
    addDoubt(walk, "unknown-text", `the alias ${name} changes how the words after it are read`, span);
  }
  if (place.calls.some((call) => call.what === `alias ${name}`)) return;
  const from = walk.commands.length;
  const within = inside(place, `alias ${name}`, {
    at: span,
    calls: [...place.calls, { what: `alias ${name}`, depth: place.nesting.length }],
  });
  walk.walkText(text, scope, within);
  const last = walk.commands.at(-1);
  if (last && walk.commands.length > from) {
    walk.commands[walk.commands.length - 1] = { ...last, argv: [...last.argv, ...args] };
  } else {
    addDoubt(walk, "unknown-text", `the alias ${name} changes how the words after it are read`, span);
  }
}
