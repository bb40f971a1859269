/** Which variables a piece of the tree may change, found without running it. */
import { forEachChild, type SyntaxNode } from "unbash";
import { knownText } from "../core/word.ts";
import type { Alias, Scope } from "./scope.ts";

const NAMING: ReadonlySet<string> = new Set([
  "read",
  "mapfile",
  "readarray",
  "getopts",
  "printf",
  "wait",
  "set",
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

type SyntaxNamed = Extract<SyntaxNode, { type: "Command" }>;

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
  else if (node.type === "Coproc" && node.name) note(names, node.name.value, "anything");
  else if (node.type === "FileDescriptorVariable") note(names, node.name, "number");
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
  const called = possibleNames(node, scope);
  if (called.some((name) => NAMING.has(name))) {
    for (const arg of node.args) if (arg.type === "Word") addAll(arg.value, names, "anything");
  }
  if (!called.some((name) => ANYTHING.has(name) || scope.functions.has(name))) return;
  for (const known of scope.variables.keys()) note(names, known, "anything");
}

/** The names under which the command may run here; a name that cannot be known is asked about anyway. */
function possibleNames(node: SyntaxNamed, scope: Scope): string[] {
  const [part, ...more] = node.name?.parts ?? [];
  const alias = scope.aliases.get(node.name?.value ?? "");
  if (alias && !changesNothing(alias, scope, new Set())) return [...ANYTHING];
  const variable = more.length > 0 ? undefined : /^\$\{?(\w+)\}?$/.exec(part?.text ?? "")?.[1];
  if (variable === undefined) return [node.name?.value ?? ""];
  const values = scope.variables.get(variable)?.values ?? [];
  return values.map((value) => (value[0]?.kind === "text" ? (value[0].text.split(/\s/)[0] ?? "") : ""));
}

/** Plain words of which none is a name that changes the shell, nor one that stands for such a name. */
function changesNothing(alias: Alias, scope: Scope, seen: Set<Alias>): boolean {
  const texts = alias.texts.map((text) => knownText(text) ?? "$");
  if (texts.some((text) => /[^\w\s./:=,+@%-]/.test(text))) return false;
  seen.add(alias);
  return texts
    .flatMap((text) => text.split(/\s+/))
    .every((word) => {
      const changes = [NAMING, ANYTHING, FOLDER, POSITIONAL, scope.functions].some((names) =>
        names.has(word),
      );
      const next = scope.aliases.get(word);
      return !changes && (!next || seen.has(next) || changesNothing(next, scope, seen));
    });
}

const FOLDER: ReadonlySet<string> = new Set(["cd", "chdir", "pushd", "popd"]);
const POSITIONAL: ReadonlySet<string> = new Set(["set", "shift"]);

/** Whether the shell itself may change its folder or its arguments there; what a subshell does stays in it. */
export function mayChange(
  what: "folder" | "arguments",
  node: SyntaxNode,
  scope: Scope,
  seen: Set<string> = new Set(),
): boolean {
  if (node.type === "Subshell" || node.type === "CommandExpansion") return false;
  if (node.type === "Command") {
    const wanted = what === "folder" ? FOLDER : POSITIONAL;
    const called = possibleNames(node, scope);
    if (called.some((name) => wanted.has(name) || ANYTHING.has(name))) return true;
    if (what === "folder" && called.some((name) => functionMoves(name, scope, seen))) return true;
  }
  let found = false;
  forEachChild(node, (child) => {
    found ||= mayChange(what, child, scope, seen);
  });
  return found;
}

function addAll(text: string, names: Map<string, Assigned>, assigned: Assigned): void {
  for (const name of text.match(/[A-Za-z_]\w*/g) ?? []) note(names, name, assigned);
}

/** Each function is looked into once: what it does, it does wherever it is called. */
function functionMoves(name: string, scope: Scope, seen: Set<string>): boolean {
  const found = scope.functions.get(name);
  if (!found || seen.has(name)) return false;
  seen.add(name);
  return mayChange("folder", found.node.body, scope, seen);
}
