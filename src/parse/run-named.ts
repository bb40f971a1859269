/** A command whose name is an alias or a function of the line. */
import type { Command as SyntaxCommand } from "unbash";
import { knownText, type Word } from "../core/word.ts";
import { type Draft, emit } from "./emit.ts";
import { spliceAlias } from "./expand-alias.ts";
import { type Alias, assignScope, cloneScope, joinScopes, type Scope } from "./scope.ts";
import { addDoubt, inside, type Place, spanOf, step, type Walk } from "./walk-state.ts";

/** Under these names a plain sh finds its own command before any function. */
const SPECIAL: ReadonlySet<string> = new Set(
  ". : break continue eval exec exit export readonly return set shift times trap unset".split(" "),
);

/** Aliases and functions go before builtins and programs of that name. "done": nothing else can be meant. */
export function callNamed(
  draft: Draft,
  node: SyntaxCommand,
  scope: Scope,
  walk: Walk,
  place: Place,
): "done" | "go-on" {
  const name = draft.argv[0] ? knownText(draft.argv[0]) : undefined;
  if (name === undefined) return "go-on";
  for (const text of findAlias(name, node, scope)?.texts ?? [])
    runAlias(name, text, draft, node, scope, walk, place);
  const called = scope.functions.get(name);
  if (!called) return "go-on";
  callFunction(name, draft.argv.slice(1), node, scope, walk, place);
  if (!called.certain || SPECIAL.has(name)) return "go-on";
  if (draft.redirects.length + draft.assignments.length > 0)
    emit({ ...draft, argv: [] }, node, scope, walk, place);
  return "done";
}

/** The shell's own aliases stand only for words without quotes; where the line defines one, that is not relied on. */
function findAlias(name: string, node: SyntaxCommand, scope: Scope): Alias | undefined {
  const alias = scope.aliases.get(name);
  const written = node.name?.text ?? "";
  return alias?.certain && written !== name && !written.includes("\\\n") ? undefined : alias;
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

/** What it would be if the name is one. */
function runAlias(
  name: string,
  alias: Word,
  draft: Draft,
  node: SyntaxCommand,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  if (isReplacing(name, place)) return;
  const text = knownText(alias);
  const span = spanOf(node, place);
  if (text === undefined) {
    addDoubt(walk, "unknown-text", `the alias ${name} stands for text that cannot be known`, span);
    return;
  }
  const within = inside(place, `alias ${name}`, {
    at: span,
    calls: [...place.calls, { what: `alias ${name}`, depth: place.nesting.length }],
  });
  const spliced = spliceAlias(text, node, scope, walk);
  if (spliced) walk.walkScript(spliced, scope, within);
  else runHalf(text, draft.argv.slice(1), scope, walk, within);
  if (spliced && !/[;&|({\s]$/.test(text)) return;
  addDoubt(walk, "unknown-text", `the alias ${name} changes how the words after it are read`, span);
}

/** As far as it can be read: its last command most likely gets the arguments. */
function runHalf(text: string, args: readonly Word[], scope: Scope, walk: Walk, place: Place): void {
  const from = walk.commands.length;
  walk.walkText(text, scope, place);
  const last = walk.commands.at(-1);
  if (last && walk.commands.length > from)
    walk.commands[walk.commands.length - 1] = { ...last, argv: [...last.argv, ...args] };
}

/** No alias stands for itself; but in a substitution that is one of its arguments it is looked at once more. */
function isReplacing(name: string, { calls, nesting }: Place): boolean {
  const [outer, ...more] = calls.filter((call) => call.what === `alias ${name}`);
  if (!outer) return false;
  return more.length > 0 || !nesting.slice(outer.depth + 1).some((step) => /^[$<>]\(/.test(step));
}
