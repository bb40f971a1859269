/** A simple command: assignments, words, redirections; then aliases, functions and the builtins that change the shell. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand, Word as SyntaxWord } from "unbash";
import type { Assignment } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";
import { checkNamesIn } from "./arithmetic.ts";
import { runBuiltin } from "./builtins.ts";
import { emit, expandRedirects, type Redirects } from "./emit.ts";
import { cross, expandWord } from "./expand-word.ts";
import {
  assignScope,
  cloneScope,
  joinScopes,
  type Scope,
  setUnknown,
  unknownPiece,
  type Value,
  type Variable,
} from "./scope.ts";
import { addDoubt, inside, type Place, spanOf, step, type Walk } from "./walk-state.ts";

export function walkSimple(node: SyntaxCommand, scope: Scope, walk: Walk, place: Place): void {
  const prefix = node.prefix.filter((part) => part.type === "Assignment");
  const argvs = expandArgv(node, scope, walk, place);
  // `A=<(cmd) prog` is read as a program's name by the parser; so is a path that the shell makes up.
  if (node.name?.parts?.some((part) => part.type === "ProcessSubstitution")) {
    addDoubt(walk, "unknown-program", "the program's name holds a process substitution", spanOf(node, place));
  }
  const redirects = expandRedirects(node.redirects, scope, walk, place);
  const ends: Scope[] = [];
  for (const argv of argvs) {
    const branch = argvs.length > 1 ? cloneScope(scope) : scope;
    runOne(node, argv, prefix, redirects, branch, walk, place);
    ends.push(branch);
  }
  if (argvs.length > 1) assignScope(scope, ends.reduce(joinScopes));
}

/** Builtins whose `NAME=value` arguments are assignments, not words. */
const DECLARING: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"]);

/** All argument lists that the words may become. `export A=1` keeps its assignments apart. */
function expandArgv(node: SyntaxCommand, scope: Scope, walk: Walk, place: Place): Word[][] {
  let argvs: Word[][] = [[]];
  if (!node.name) return argvs;
  const declaring = DECLARING.has(node.name.value);
  for (const arg of [node.name, ...node.args]) {
    if (arg.type === "Assignment" && declaring) continue;
    const words =
      arg.type === "Word" ? expandWord(arg, scope, walk, place) : assignmentWord(arg, scope, walk, place);
    argvs = cross(argvs, words, (left, right) => [...left, ...right]);
  }
  return argvs;
}

/** `alias ll='ls -l'`: the parser calls it an assignment, the builtin gets it as a word. */
function assignmentWord(node: SyntaxAssignment, scope: Scope, walk: Walk, place: Place): Word[][] {
  const span = spanOf(node, place);
  const head = { kind: "text", text: node.text.slice(0, node.text.indexOf("=") + 1) } as const;
  return valuesOf(node, scope, walk, place).values.map((value) => [{ pieces: [head, ...value], ...span }]);
}

function runOne(
  node: SyntaxCommand,
  argv: readonly Word[],
  prefix: readonly SyntaxAssignment[],
  redirects: Redirects,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const stdin = redirects.stdin ?? place.stdin;
  if (argv.length === 0) {
    const assignments = prefix.flatMap((part) => assign(part, scope, walk, place, "shell"));
    if (assignments.length + redirects.list.length === 0) return;
    emit({ argv, assignments, redirects: redirects.list, stdin }, node, scope, walk, place);
    return;
  }
  const inner = prefix.length > 0 ? cloneScope(scope) : scope;
  const assignments = prefix.flatMap((part) => assign(part, inner, walk, place, "program"));
  const given = new Map(prefix.map((part) => [part.name, inner.variables.get(part.name)]));
  const declaring = DECLARING.has(node.name?.value ?? "");
  const declared = declaring ? node.args.filter((part) => part.type === "Assignment") : [];
  const draft = { argv, assignments, redirects: redirects.list, stdin };
  const within = { ...place, stdin };
  const declarations = declared.map((part) => ({ part, values: valuesOf(part, inner, walk, within) }));
  const builtin = runBuiltin({ draft, node, declarations }, inner, walk, within);
  if (builtin !== "done") runNamed(builtin, node, inner, walk, within);
  if (inner !== scope) takeBack(given, scope, inner, walk);
}

/** `A=1 cmd` reaches the command, a function or eval; afterwards the shell's own A is back, but not in every sh. */
function takeBack(
  given: ReadonlyMap<string, Variable | undefined>,
  scope: Scope,
  inner: Scope,
  walk: Walk,
): void {
  for (const [name, variable] of given) {
    const before = scope.variables.get(name);
    if (inner.variables.get(name) !== variable || walk.dialect === "sh") setUnknown(inner, name);
    else if (before) inner.variables.set(name, before);
    else inner.variables.delete(name);
  }
  assignScope(scope, inner);
}

/** Aliases and functions of the line go before programs of that name. */
function runNamed(
  draft: Parameters<typeof emit>[0],
  node: SyntaxCommand,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
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
  if (text === undefined) {
    addDoubt(
      walk,
      "unknown-text",
      `the alias ${name} stands for text that cannot be known`,
      spanOf(node, place),
    );
    return;
  }
  if (/[;&|({\s]$/.test(text)) {
    addDoubt(
      walk,
      "unknown-text",
      `the alias ${name} changes how the words after it are read`,
      spanOf(node, place),
    );
  }
  if (place.calls.some((call) => call.what === `alias ${name}`)) return;
  const from = walk.commands.length;
  const within = inside(place, `alias ${name}`, {
    at: spanOf(node, place),
    calls: [...place.calls, { what: `alias ${name}`, depth: place.nesting.length }],
  });
  walk.walkText(text, scope, within);
  const last = walk.commands.at(-1);
  if (last && walk.commands.length > from) {
    walk.commands[walk.commands.length - 1] = { ...last, argv: [...last.argv, ...args] };
  } else {
    addDoubt(
      walk,
      "unknown-text",
      `the alias ${name} changes how the words after it are read`,
      spanOf(node, place),
    );
  }
}

/** Assigns in the scope and tells what was assigned, one entry for each value it may have. */
function assign(
  node: SyntaxAssignment,
  scope: Scope,
  walk: Walk,
  place: Place,
  reach: "shell" | "program",
): Assignment[] {
  const { values, elements } = valuesOf(node, scope, walk, place);
  if (REDEFINING.test(node.name)) {
    addDoubt(walk, "redefinition", `${node.name} makes a name stand for something else`, spanOf(node, place));
  }
  const before = scope.variables.get(node.name);
  const exported = reach === "program" || (before?.exported ?? false);
  scope.variables.set(node.name, { values, exported, ...(elements ? { elements } : {}) });
  const span = spanOf(node, place);
  return values.map((pieces) => ({ name: node.name, values: [{ pieces, ...span }], exported, ...span }));
}

/** Arrays whose elements are the shell's own tables of aliases, functions and programs (the second half in zsh). */
const REDEFINING = /^(?:BASH_ALIASES|BASH_CMDS|(?:dis_)?(?:aliases|galiases|saliases|functions)|commands)$/;

export interface AssignedValues {
  readonly values: readonly Value[];
  readonly elements?: readonly Value[];
}

function valuesOf(node: SyntaxAssignment, scope: Scope, walk: Walk, place: Place): AssignedValues {
  if (node.value.type === "ArrayValue")
    return arrayValues(node.name, node.append, node.value.elements, scope, walk, place);
  if (node.index) {
    walk.expandValue(node.index, scope, place);
    checkNamesIn(node.index, scope, walk, place);
  }
  const values = walk.expandValue(node.value, scope, place);
  const before = scope.variables.get(node.name)?.values;
  if (node.index || (node.append && !before)) {
    return {
      values: [[{ kind: "unknown", why: "variable", text: `$${node.name}`, name: node.name, splits: false }]],
    };
  }
  return node.append && before ? { values: cross(before, values, (a, b) => [...a, ...b]) } : { values };
}

/** `a=(x y)`; with subscripts (`a=([k]=x)`) or onto an array that is not known, any element may be anything. */
function arrayValues(
  name: string,
  append: boolean | undefined,
  words: readonly SyntaxWord[],
  scope: Scope,
  walk: Walk,
  place: Place,
): AssignedValues {
  const added = words.flatMap((word) =>
    expandWord(word, scope, walk, place).flatMap((alternative) => alternative.map((one) => one.pieces)),
  );
  const before = append ? scope.variables.get(name)?.elements : [];
  const indexed = words.filter((word) => word.text.startsWith("["));
  for (const word of indexed) checkNamesIn(word, scope, walk, place);
  if (!before || indexed.length > 0) return { values: [[unknownPiece(name)]] };
  const elements = [...before, ...added];
  return { values: [elements[0] ?? []], elements };
}
