/** A simple command: assignments, words, redirections; then aliases, functions and the builtins that change the shell. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand } from "unbash";
import type { Word } from "../core/word.ts";
import { assign, valuesOf } from "./assign.ts";
import { runBuiltin } from "./builtins.ts";
import { emit, expandRedirects, type Redirects } from "./emit.ts";
import { cross, expandWord } from "./expand-word.ts";
import { runNamed } from "./run-named.ts";
import { assignScope, cloneScope, joinScopes, type Scope, setUnknown, type Variable } from "./scope.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

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
