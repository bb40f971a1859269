/**
 * Walks the tree in the order in which a shell would run it and writes down every simple command that could run.
 * It never decides what is harmful, and never leaves a branch out: both sides of every condition are walked.
 */
import type { AndOr, CommandNode, CompoundList, Pipeline, PipelineNode, Script, Statement } from "unbash";
import type { Stdin } from "../core/command.ts";
import { visitArithmetic } from "./arithmetic.ts";
import { emit } from "./emit.ts";
import { checkDefinedName } from "./redefine.ts";
import { expandRedirects } from "./redirects.ts";
import { replaceSince, replaceStdin } from "./replace-stdin.ts";
import { assignScope, cloneScope, joinCwds, joinScopes, type Scope } from "./scope.ts";
import { numberOf, setAndTell } from "./set-variable.ts";
import { forgetAssigned, walkCase, walkFor, walkIf, walkSelect, walkWhile } from "./walk-compound.ts";
import { walkSimple } from "./walk-simple.ts";
import { addDoubt, inside, type Place, spanOf, step, type Walk } from "./walk-state.ts";
import { walkTest } from "./walk-test.ts";

export function walkScript(script: Script, scope: Scope, walk: Walk, place: Place): void {
  walkStatements(script.commands, scope, walk, place);
}

export function walkList(list: CompoundList, scope: Scope, walk: Walk, place: Place): void {
  walkStatements(list.commands, scope, walk, place);
}

function walkStatements(statements: readonly Statement[], scope: Scope, walk: Walk, place: Place): void {
  for (const statement of statements) {
    step(walk, place);
    if (statement.background) {
      walkNode(statement.command, cloneScope(scope), walk, inside(place, "&"));
      continue;
    }
    const before = scope.cwds;
    walkNode(statement.command, scope, walk, place);
    // A `cd` may have failed: what follows may run in the old folder too.
    scope.cwds = joinCwds(scope.cwds, before);
  }
}

function walkNode(node: PipelineNode | AndOr, scope: Scope, walk: Walk, place: Place): void {
  if (node.type === "AndOr") walkAndOr(node, scope, walk, place);
  else if (node.type === "Pipeline") walkPipeline(node, scope, walk, place);
  else walkCommandNode(node, scope, walk, place);
}

function walkAndOr(node: AndOr, scope: Scope, walk: Walk, place: Place): void {
  const [first, ...rest] = node.commands;
  const before = scope.cwds;
  if (first) walkNode(first, scope, walk, place);
  rest.forEach((command, index) => {
    const branch = cloneScope(scope);
    // What follows `||` runs where a failed `cd` left the shell.
    if (node.operators[index] === "||") branch.cwds = joinCwds(branch.cwds, before);
    walkNode(command, branch, walk, place);
    const joined = joinScopes(scope, branch);
    // After `cd x && …` only the new folder counts within this chain.
    const chained = node.operators[index] === "&&" && node.operators[index + 1] !== "||";
    assignScope(scope, chained ? { ...joined, cwds: branch.cwds } : joined);
  });
}

function walkPipeline(node: Pipeline, scope: Scope, walk: Walk, place: Place): void {
  const [only, ...more] = node.commands;
  if (only && more.length === 0) {
    const before = scope.cwds;
    walkCommandNode(only, scope, walk, place);
    // After `! cd x &&` the folder is the old one.
    if (node.prefixes.some((prefix) => prefix.type === "Negation")) scope.cwds = joinCwds(scope.cwds, before);
    return;
  }
  let stdin: Stdin = place.stdin;
  node.commands.forEach((command, index) => {
    const from = walk.commands.length;
    const branch = cloneScope(scope);
    walkCommandNode(command, branch, walk, inside(place, "pipe", { stdin }));
    if (branch.replaced.has(stdin)) replaceStdin(branch, place.stdin);
    stdin = { kind: "pipe", from: range(from, walk.commands.length) };
    // zsh, and bash with lastpipe, run the last one in the shell itself.
    if (index === node.commands.length - 1) assignScope(scope, joinScopes(scope, branch));
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

export function walkCommandNode(node: CommandNode, scope: Scope, walk: Walk, place: Place): void {
  step(walk, place);
  switch (node.type) {
    case "Command":
      return walkSimple(node, scope, walk, place);
    case "Redirected": {
      const redirects = expandRedirects(node.redirects, scope, walk, place);
      emit(
        { argv: [], assignments: [], redirects: redirects.list, stdin: place.stdin },
        node,
        scope,
        walk,
        place,
      );
      return walkCommandNode(node.command, scope, walk, { ...place, stdin: redirects.stdin ?? place.stdin });
    }
    case "Subshell":
      return walkList(node.body, cloneScope(scope), walk, inside(place, "subshell"));
    case "BraceGroup":
      return walkList(node.body, scope, walk, inside(place, "{ }"));
    case "If":
      return walkIf(node, scope, walk, place, walkList);
    case "While":
    case "For":
    case "Select":
    case "ArithmeticFor": {
      const from = walk.commands.length;
      walkLoop(node, scope, walk, place);
      return replaceSince(from, scope, walk);
    }
    case "Case":
      return walkCase(node, scope, walk, place, walkList);
    case "ArithmeticCommand":
      if (node.expression) visitArithmetic(node.expression, scope, walk, place);
      return;
    case "TestCommand":
      return walkTest(node, scope, walk, place);
    case "Function":
      return defineFunction(node, scope, walk, place);
    case "Coproc":
      return walkCoproc(node, scope, walk, place);
  }
}

function walkLoop(
  node: Extract<CommandNode, { type: "While" | "For" | "Select" | "ArithmeticFor" }>,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  switch (node.type) {
    case "While":
      return walkWhile(node, scope, walk, place, walkList);
    case "For":
      return walkFor(node, scope, walk, place, walkList);
    case "Select":
      return walkSelect(node, scope, walk, place, walkList);
    case "ArithmeticFor":
      forgetAssigned(node.body, scope);
      for (const part of [node.initialize, node.test, node.update]) {
        if (part) visitArithmetic(part, scope, walk, place);
      }
      return walkList(node.body, scope, walk, inside(place, "for"));
  }
}

function walkCoproc(
  node: Extract<CommandNode, { type: "Coproc" }>,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const coproc = inside(place, "coproc", { stdin: { kind: "pipe", from: [] } });
  if (node.body.type === "CompoundList") walkList(node.body, cloneScope(scope), walk, coproc);
  else walkCommandNode(node.body, cloneScope(scope), walk, coproc);
  // The shell keeps its descriptors and its number under that name.
  for (const name of node.name ? [node.name.value, `${node.name.value}_PID`] : []) {
    setAndTell({ name, values: [numberOf(name)] }, node, scope, walk, place);
  }
}

function defineFunction(
  node: Extract<CommandNode, { type: "Function" }>,
  scope: Scope,
  walk: Walk,
  place: Place,
): void {
  const name = node.name.value;
  if (node.name.parts) {
    addDoubt(
      walk,
      "redefinition",
      "a function is defined under a name that cannot be known",
      spanOf(node, place),
    );
  }
  checkDefinedName("function", name, walk, spanOf(node, place));
  scope.functions.set(name, { node, certain: true });
  walk.defined.push({ name, node, scope: cloneScope(scope), place });
}
