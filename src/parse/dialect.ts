/** What a shell other than bash reads differently. A form it would read in another way is refused, not guessed. */
import type { SyntaxNode, WordPart } from "unbash";
import type { Dialect } from "../core/command.ts";

/** dash runs `((rm x))` and `[[ a || rm x ]]` as commands; bash sees arithmetic and tests. */
const NOT_POSIX: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>([
  "TestCommand",
  "ArithmeticCommand",
  "ArithmeticFor",
  "Select",
  "Coproc",
  "AnsiCQuoted",
  "LocaleString",
  "ProcessSubstitution",
  "BraceExpansion",
  "ExtendedGlob",
  "ArrayValue",
  "HereString",
]);

const NOT_POSIX_REDIRECTS: ReadonlySet<string> = new Set(["&>", "&>>"]);

/** Why this node cannot be trusted in that shell, or undefined. */
export function findDialectProblem(node: SyntaxNode, dialect: Dialect): string | undefined {
  switch (dialect) {
    case "bash":
    case "fish":
      return undefined;
    case "sh":
      return findPosixProblem(node);
    case "zsh":
      return findZshProblem(node);
  }
}

function findPosixProblem(node: SyntaxNode): string | undefined {
  if (NOT_POSIX.has(node.type)) return `a plain sh reads ${node.type} differently`;
  if (node.type === "Redirect" && NOT_POSIX_REDIRECTS.has(node.operator))
    return "a plain sh reads &> differently";
  if (node.type === "Pipeline" && node.operators.includes("|&")) return "a plain sh reads |& differently";
  if (node.type === "CaseItem" && node.terminator !== undefined && node.terminator !== ";;") {
    return `a plain sh does not know ${node.terminator}`;
  }
  if (node.type === "Assignment" && (node.index || node.append)) return "a plain sh has no arrays";
  // `f() …` begins with its name; before the name of `function f …` stands the keyword.
  if (node.type === "Function" && node.name.pos > node.pos) return "a plain sh has no keyword function";
  return undefined;
}

function findZshProblem(node: SyntaxNode): string | undefined {
  // `*(e:'rm x':)` is a glob qualifier that runs code.
  if (node.type === "ExtendedGlob") return "a zsh glob qualifier may run code";
  if (node.type === "Word" && /^=[^=]/.test(node.text)) return "zsh replaces =name by a program's path";
  if (node.type === "Redirect" && node.target?.text.startsWith("!")) return "zsh reads >! as one operator";
  if (node.type === "Word" && node.parts?.some(isModified))
    return "zsh reads a modifier or subscript after a variable";
  const quoted = node.type === "DoubleQuoted" || node.type === "HereDocBody";
  if (quoted && node.parts?.some(isModifiedInQuotes))
    return "zsh reads a modifier or subscript after a variable";
  return undefined;
}

/** In quotes a colon mostly is one: `"$host:80"`, `"$name: "`. */
function isModifiedInQuotes(part: WordPart, index: number, parts: readonly WordPart[]): boolean {
  return isModified(part, index, parts) && /^(?:\[|:[A-Za-z&])/.test(part.text);
}

/** `$x:h` is a part of the path in x, `$x[1]` one of its characters. */
function isModified(part: WordPart, index: number, parts: readonly WordPart[]): boolean {
  const before = parts[index - 1];
  const expands = before?.type === "SimpleExpansion" || before?.type === "ParameterExpansion";
  return expands && (part.type === "Literal" || part.type === "Glob") && /^[:[]/.test(part.text);
}
