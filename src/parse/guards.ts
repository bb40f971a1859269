/**
 * Fail-closed checks over unbash's tree. unbash is a tolerant parser: it never throws and keeps what it could not
 * read as literal text. Each guard here refuses one way in which a command could hide in such text
 * (measured against real bash; see docs/ARCHITECTURE.md "parse").
 */
import { forEachChild, type Script, type SyntaxNode, type WordPart } from "unbash";
import type { Dialect } from "../core/command.ts";
import { findDialectProblem } from "./dialect.ts";

/** Where the text stands: plain, inside double quotes or a here-document, or in text that the shell evaluates again. */
type Context = "plain" | "quoted" | "evaluated";

const META = /[`$()<>|;&]/;
const SUBSTITUTION = /\$\(|`|\$\{|[<>]\(/;

export interface GuardReport {
  /** First problem found; undefined when the tree can be trusted. */
  problem?: { reason: string; pos: number };
  /** Only words, quotes, globs, pipes, lists and simple redirections. */
  plain: boolean;
}

export function guardTree(root: Script, dialect: Dialect): GuardReport {
  const report: GuardReport = { plain: true };
  try {
    visit(root, "plain", dialect, report);
  } catch {
    // forEachChild throws on a node kind it does not know.
    report.problem ??= { reason: "a part of the line has a form that is not known", pos: 0 };
  }
  return report;
}

function refuse(report: GuardReport, reason: string, node: { pos: number }): void {
  report.problem ??= { reason, pos: node.pos };
}

function visit(node: SyntaxNode, context: Context, dialect: Dialect, report: GuardReport): void {
  const stranger = findDialectProblem(node, dialect);
  if (stranger) refuse(report, stranger, node);
  if (!PLAIN_KINDS.has(node.type)) report.plain = false;
  checkNode(node, context, report);
  for (const [child, inner] of childrenOf(node, context)) visit(child, inner, dialect, report);
}

/** The children, each with the context in which it stands. */
function childrenOf(node: SyntaxNode, context: Context): [SyntaxNode, Context][] {
  const children: [SyntaxNode, Context][] = [];
  const add = (child: SyntaxNode | undefined, inner: Context) => child && children.push([child, inner]);
  if (node.type === "ParameterExpansion") {
    const evaluated = node.operation?.type === "Slice" || context === "evaluated";
    add(node.index, "evaluated");
    add(node.operation, evaluated ? "evaluated" : "quoted");
  } else if (node.type === "Assignment") {
    add(node.index, "evaluated");
    add(node.value, "plain");
  } else if (node.type === "ArrayValue") {
    // `([k]=v)`: the subscript is evaluated, whatever quotes it wears.
    for (const word of node.elements) add(word, word.text.startsWith("[") ? "evaluated" : "plain");
  } else {
    const inner = contextInside(node, context);
    forEachChild(node, (child) => add(child, inner));
  }
  return children;
}

function contextInside(node: SyntaxNode, context: Context): Context {
  switch (node.type) {
    case "Script":
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return "plain";
    case "DoubleQuoted":
    case "LocaleString":
    case "HereDocBody":
      return context === "evaluated" ? "evaluated" : "quoted";
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
    case "ArithmeticWord":
      return "evaluated";
    default:
      return context;
  }
}

const PLAIN_KINDS: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>([
  "Script",
  "Statement",
  "AndOr",
  "Pipeline",
  "Command",
  "Word",
  "Literal",
  "SingleQuoted",
  "DoubleQuoted",
  "Glob",
  "Redirect",
  "FileDescriptor",
  "Negation",
]);

function checkNode(node: SyntaxNode, context: Context, report: GuardReport): void {
  const unread = findUnread(node) ?? findUnreadArithmetic(node);
  if (unread !== undefined) refuse(report, unread, node);
  if (node.type === "Literal" || (node.type === "Word" && !node.parts)) {
    checkLiteral(node.text, node.value, context, node, report);
  }
  if (node.type === "SingleQuoted" || node.type === "AnsiCQuoted") checkQuoted(node, context, report);
}

/** What the parser gave up on, or read to the end of the line without finding its end. */
function findUnread(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "Script":
      return (node as { errors?: readonly unknown[] }).errors?.length ? "is not valid shell text" : undefined;
    case "HereDoc":
      return node.closing ? undefined : "a here-document has no end";
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      if (!node.script) return "a substitution could not be read";
      return /^\$\{(?:[\s\S]*[^}])?$/.test(node.text) ? "a substitution has no end" : undefined;
    case "ParameterExpansion":
      return findUnreadParameter(node);
    case "Unknown":
      return "a parameter operation is not known";
    default:
      return undefined;
  }
}

function findUnreadParameter(node: Extract<SyntaxNode, { type: "ParameterExpansion" }>): string | undefined {
  if (node.parameter === "") return "a parameter has no name";
  const tail = node.end - (node.index ? node.index.end + 1 : node.parameterEnd);
  return !node.operation && tail !== 1 ? "a parameter operation could not be read" : undefined;
}

function findUnreadArithmetic(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ArithmeticExpansion":
      if (!node.expression && /[^\s$()[\]]/.test(node.text)) return "arithmetic could not be read";
      return /[)\]]$/.test(node.text) ? undefined : "arithmetic has no end";
    case "ArithmeticCommand":
      return !node.expression && node.body.trim() ? "arithmetic could not be read" : undefined;
    case "ArithmeticWord":
      return !node.parts && SUBSTITUTION.test(node.value) ? "a substitution hides in arithmetic" : undefined;
    default:
      return undefined;
  }
}

function checkLiteral(
  text: string,
  value: string,
  context: Context,
  node: { pos: number },
  report: GuardReport,
): void {
  // A lone `$` at the end is just a dollar sign.
  const bare = withoutEscapes(text).replace(/\$$/, "");
  const hides = context === "plain" ? META.test(bare) : SUBSTITUTION.test(bare);
  if (hides) refuse(report, "an operator hides in a word", node);
  if (context === "evaluated" && SUBSTITUTION.test(value)) {
    refuse(report, "a substitution hides in quotes that the shell evaluates again", node);
  }
}

function checkQuoted(
  node: Extract<WordPart, { type: "SingleQuoted" | "AnsiCQuoted" }>,
  context: Context,
  report: GuardReport,
): void {
  if (context === "evaluated" && SUBSTITUTION.test(node.value)) {
    refuse(report, "a substitution hides in quotes that the shell evaluates again", node);
  }
  if (node.type === "AnsiCQuoted" && node.text.includes("\\x{"))
    refuse(report, "an escape is not understood", node);
}

function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replace(/\\[\s\S]/g, "") : text;
}
