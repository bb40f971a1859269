/** Which variables a piece of the tree may change, found without running it. */
import { forEachChild, type SyntaxNode } from "unbash";
import type { Scope } from "./scope.ts";

const NAMING: ReadonlySet<string> = new Set([
  "read",
  "mapfile",
  "readarray",
  "getopts",
  "printf",
  "unset",
  "let",
  "export",
  "declare",
  "typeset",
  "local",
  "readonly",
]);
/** These may set anything. */
const ANYTHING: ReadonlySet<string> = new Set(["eval", "source", ".", "builtin", "command"]);

/** A number names no program and holds no text that could be evaluated. */
export type Assigned = "number" | "anything";

export function assignedNames(node: SyntaxNode, scope: Scope): ReadonlyMap<string, Assigned> {
  const names = new Map<string, Assigned>();
  visit(node, names, scope);
  return names;
}

function note(names: Map<string, Assigned>, name: string, assigned: Assigned): void {
  if (names.get(name) !== "anything") names.set(name, assigned);
}

function visit(node: SyntaxNode, names: Map<string, Assigned>, scope: Scope): void {
  if (node.type === "Assignment") note(names, node.name, isNumber(node) ? "number" : "anything");
  else if (node.type === "For" || node.type === "Select") note(names, node.name.value, "anything");
  else if (node.type === "ArithmeticWord") addAll(node.value, names, "number");
  else if (node.type === "ParameterExpansion" && node.operation?.type === "Default") {
    note(names, node.parameter, "anything");
  } else if (node.type === "Command") visitCommand(node, names, scope);
  forEachChild(node, (child) => visit(child, names, scope));
}

function isNumber(node: Extract<SyntaxNode, { type: "Assignment" }>): boolean {
  const value = node.value;
  if (value.type === "ArrayValue" || node.index || node.append) return false;
  if (!value.parts) return /^-?\d+$/.test(value.value);
  return value.parts.length === 1 && value.parts[0]?.type === "ArithmeticExpansion";
}

function visitCommand(
  node: Extract<SyntaxNode, { type: "Command" }>,
  names: Map<string, Assigned>,
  scope: Scope,
): void {
  const name = node.name?.value ?? "";
  if (NAMING.has(name)) {
    for (const arg of node.args) if (arg.type === "Word") addAll(arg.value, names, "anything");
  }
  if (!ANYTHING.has(name) && !scope.functions.has(name)) return;
  for (const known of scope.variables.keys()) note(names, known, "anything");
}

function addAll(text: string, names: Map<string, Assigned>, assigned: Assigned): void {
  for (const name of text.match(/[A-Za-z_]\w*/g) ?? []) note(names, name, assigned);
}
