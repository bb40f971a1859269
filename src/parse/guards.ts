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
  const inner = checkNode(node, context, report);
  if (node.type === "ParameterExpansion") {
    if (node.index) visit(node.index, "evaluated", dialect, report);
    if (node.operation) {
      const evaluated = node.operation.type === "Slice" || context === "evaluated";
      visit(node.operation, evaluated ? "evaluated" : "quoted", dialect, report);
    }
    return;
  }
  if (node.type === "Assignment") {
    if (node.index) visit(node.index, "evaluated", dialect, report);
    visit(node.value, "plain", dialect, report);
    return;
  }
  if (node.type === "ArrayValue") {
    // `([k]=v)`: the subscript is evaluated, whatever quotes it wears.
    for (const word of node.elements)
      visit(word, word.text.startsWith("[") ? "evaluated" : "plain", dialect, report);
    return;
  }
  forEachChild(node, (child) => visit(child, inner, dialect, report));
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

/** Checks one node and tells in which context its children stand. */
function checkNode(node: SyntaxNode, context: Context, report: GuardReport): Context {
  switch (node.type) {
    case "Script":
      if ((node as { errors?: readonly unknown[] }).errors?.length)
        refuse(report, "is not valid shell text", node);
      return "plain";
    case "Word":
      if (!node.parts) checkLiteral(node.text, node.value, context, node, report);
      return context;
    case "Literal":
      checkLiteral(node.text, node.value, context, node, report);
      return context;
    case "SingleQuoted":
    case "AnsiCQuoted":
      checkQuoted(node, context, report);
      return context;
    case "DoubleQuoted":
    case "LocaleString":
    case "HereDocBody":
      return context === "evaluated" ? "evaluated" : "quoted";
    case "HereDoc":
      if (!node.closing) refuse(report, "a here-document has no end", node);
      return context;
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      if (!node.script) refuse(report, "a substitution could not be read", node);
      if (node.text.startsWith("${") && !node.text.endsWith("}"))
        refuse(report, "a substitution has no end", node);
      return "plain";
    case "ArithmeticExpansion":
      if (!node.expression && /[^\s$()[\]]/.test(node.text))
        refuse(report, "arithmetic could not be read", node);
      if (!/[)\]]$/.test(node.text)) refuse(report, "arithmetic has no end", node);
      return "evaluated";
    case "ArithmeticCommand":
      if (!node.expression && node.body.trim()) refuse(report, "arithmetic could not be read", node);
      return "evaluated";
    case "ArithmeticWord":
      if (!node.parts && SUBSTITUTION.test(node.value))
        refuse(report, "a substitution hides in arithmetic", node);
      return "evaluated";
    case "ParameterExpansion":
      if (node.parameter === "") refuse(report, "a parameter has no name", node);
      if (!node.operation && node.end - (node.index ? node.index.end + 1 : node.parameterEnd) !== 1) {
        refuse(report, "a parameter operation could not be read", node);
      }
      return context;
    case "Unknown":
      refuse(report, "a parameter operation is not known", node);
      return context;
    default:
      return context;
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
  const bare = unescape(text).replace(/\$$/, "");
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

function unescape(text: string): string {
  return text.includes("\\") ? text.replace(/\\[\s\S]/g, "") : text;
}
