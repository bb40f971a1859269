/** A simple command: assignments, words, redirections; then aliases, functions and the builtins that change the shell. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand } from "unbash";
import { knownText, type Word } from "../core/word.ts";
import { assign, valuesOf } from "./assign.ts";
import { type Call, runBuiltin } from "./builtins.ts";
import { cross } from "./combine.ts";
import { markTables } from "./declare.ts";
import { emit } from "./emit.ts";
import { expandAlias } from "./expand-alias.ts";
import { expandWord } from "./expand-word.ts";
import { makeWord } from "./make-word.ts";
import { expandRedirects, type Redirects } from "./redirects.ts";
import { replaceStdin } from "./replace-stdin.ts";
import { callNamed } from "./run-named.ts";
import { assignScope, cloneScope, joinScopes, type Scope, setUnknown, type Variable } from "./scope.ts";
import { addDoubt, type Place, spanOf, type Walk } from "./walk-state.ts";

export function walkSimple(node: SyntaxCommand, scope: Scope, walk: Walk, place: Place): void {
  if (scope.aliases.size > 0 && expandAlias(node, scope, walk, place) === "walked") return;
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
export function assignmentWord(node: SyntaxAssignment, scope: Scope, walk: Walk, place: Place): Word[][] {
  const span = spanOf(node, place);
  const head = { kind: "text", text: node.text.slice(0, node.text.indexOf("=") + 1) } as const;
  return valuesOf(node, scope, walk, place).values.map((value) => [makeWord([head, ...value], span)]);
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
    if (redirects.list.length > 0) checkNullCommand(node, scope, walk, place);
    emit({ argv, assignments, redirects: redirects.list, stdin }, node, scope, walk, place);
    return;
  }
  const inner = prefix.length > 0 ? cloneScope(scope) : scope;
  const assignments = prefix.flatMap((part) => assign(part, inner, walk, place, "program"));
  const given = new Map(prefix.map((part) => [part.name, inner.variables.get(part.name)]));
  const declaring = DECLARING.has(node.name?.value ?? "");
  const declared = declaring ? node.args.filter((part) => part.type === "Assignment") : [];
  const own = assignments.filter(({ name }) => name !== "IFS" || !isRead(argv, scope));
  const draft = { argv, assignments: own, redirects: redirects.list, stdin };
  const within = { ...place, stdin };
  if (declared.length > 0) markTables(argv, declared, inner, walk, place);
  const declarations = declared.map((part) => ({ part, values: valuesOf(part, inner, walk, within) }));
  runCall({ draft, node, declarations, outerStdin: place.stdin }, inner, walk, within);
  // An alias may stand for exec.
  if (redirects.stdin && scope.aliases.has(knownText(argv[0] as Word) ?? ""))
    replaceStdin(inner, place.stdin);
  if (inner !== scope) takeBack(given, scope, inner, walk);
}

function runCall(call: Call, scope: Scope, walk: Walk, place: Place): void {
  if (callNamed(call.draft, call.node, scope, walk, place) === "done") return;
  const builtin = runBuiltin(call, scope, walk, place);
  if (builtin !== "done") emit(builtin, call.node, scope, walk, place);
}

/** zsh runs a program of its own for a redirection without a command. */
function checkNullCommand(node: SyntaxCommand, scope: Scope, walk: Walk, place: Place): void {
  const named = ["NULLCMD", "READNULLCMD"].find((name) => scope.variables.has(name));
  if (walk.dialect !== "zsh" || named === undefined) return;
  addDoubt(walk, "unknown-program", `a redirection alone runs the program in ${named}`, spanOf(node, place));
}

/** `IFS=, read a b`: only read itself splits by it. */
function isRead([first]: readonly Word[], scope: Scope): boolean {
  const name = first ? knownText(first) : undefined;
  return name === "read" && !scope.functions.has(name) && !scope.aliases.has(name);
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
