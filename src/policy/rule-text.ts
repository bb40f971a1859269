/**
 * Puts rules into the text of a policy file and takes them out again. Only these bytes change: the parsed document says where,
 * the text is cut there. Whoever calls this compares the data before and after.
 */
import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type YAMLSeq,
} from "yaml";
import type { RuleData } from "./schema.ts";

export interface RuleEntry {
  readonly id: string;
  readonly match: RuleData["match"];
  readonly ruling: "allow";
  readonly because: string;
}

export type TextOutcome =
  | { readonly kind: "text"; readonly text: string }
  /** Written in a way that this cannot edit without touching what others wrote. */
  | { readonly kind: "by-hand"; readonly reason: string };

export function addEntries(text: string, entries: readonly RuleEntry[]): TextOutcome {
  const root = rootOf(text);
  if (!isMap(root) || !root.range) return byHand("the file is not a list of fields");
  const rows = entries.map(entryText);
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === "rules");
  if (isSeq(pair?.value)) return intoList(text, pair.value, rows);
  if (pair)
    return root.flow ? byHand("`rules` has no list") : intoEmpty(text, root.range[0], pair.value, rows);
  if (root.flow) {
    const end = endOfLast(root.items.at(-1));
    if (end === undefined) return byHand("its last field has no value");
    return spliced(text, end, end, `, rules: [${rows.join(", ")}]`);
  }
  const column = columnOf(text, root.range[0]);
  const at = lineAfter(text, endOf(lastNode(root)), column);
  return intoLines(text, at, column, ["rules:", ...rows.map((row) => `  - ${row}`)]);
}

function intoList(text: string, list: YAMLSeq, rows: readonly string[]): TextOutcome {
  if (list.flow || !list.range) return intoFlow(text, list, rows);
  const column = columnOf(text, list.range[0]);
  const at = lineAfter(text, endOf(lastNode(list)), column);
  return intoLines(text, at, column, rows.map(asItem));
}

/** `rules:`, `rules: null`: a list that is empty so far. */
function intoEmpty(text: string, rootAt: number, value: unknown, rows: readonly string[]): TextOutcome {
  if (!(isScalar(value) && value.value === null && value.range)) return byHand("`rules` has no list");
  const [start, end] = value.range;
  const column = columnOf(text, rootAt);
  const without = text.slice(0, start) + text.slice(end);
  return intoLines(without, lineAfter(without, start, column), column + 2, rows.map(asItem));
}

function asItem(row: string): string {
  return `- ${row}`;
}

export function removeEntry(text: string, at: number): TextOutcome {
  const root = rootOf(text);
  const rules = isMap(root) ? root.get("rules", true) : undefined;
  const item = isSeq(rules) ? rules.items[at] : undefined;
  if (!(isSeq(rules) && isNode(item) && item.range)) return byHand("the entry is not in a list");
  if (rules.flow) return outOfFlow(text, rules, at);
  const start = text.lastIndexOf("\n", item.range[0] - 1) + 1;
  if (!/^[ ]*-[ \t]+$/.test(text.slice(start, item.range[0]))) return byHand("its dash stands elsewhere");
  return spliced(text, start, endOfLine(text, endOf(lastNode(item))), "");
}

/** One line, so that it is easily seen and easily removed. JSON is YAML. */
export function entryText({ id, match, ruling, because }: RuleEntry): string {
  return `{id: ${id}, match: ${flow(match)}, ruling: ${ruling}, because: ${JSON.stringify(because)}}`;
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${flow(field)}`);
  return `{${fields.join(", ")}}`;
}

function rootOf(text: string): unknown {
  return parseDocument(text, { uniqueKeys: false, merge: false, logLevel: "silent" }).contents;
}

/** The node whose text ends last. */
function lastNode(node: Node): Node {
  if (!isCollection(node) || node.flow) return node;
  const last: unknown = node.items.at(-1);
  if (!isPair(last)) return isNode(last) ? lastNode(last) : node;
  const value = isNode(last.value) ? lastNode(last.value) : undefined;
  if (value) return value;
  return isNode(last.key) ? last.key : node;
}

function endOf({ range }: Node): number {
  return range?.[1] ?? 0;
}

function endOfLast(pair: unknown): number | undefined {
  return isPair(pair) && isNode(pair.value) ? endOf(pair.value) : undefined;
}

function intoFlow(text: string, list: YAMLSeq, rows: readonly string[]): TextOutcome {
  const last = list.items.at(-1);
  if (isNode(last)) return spliced(text, endOf(last), endOf(last), `, ${rows.join(", ")}`);
  const at = (list.range?.[0] ?? 0) + 1;
  return spliced(text, at, at, rows.join(", "));
}

function outOfFlow(text: string, list: YAMLSeq, at: number): TextOutcome {
  const [before, item, after] = [list.items[at - 1], list.items[at], list.items[at + 1]];
  if (!isNode(item) || !item.range) return byHand("the entry is not in a list");
  const start = isNode(before) ? endOf(before) : item.range[0];
  const end = !isNode(before) && isNode(after) ? (after.range?.[0] ?? 0) : item.range[1];
  const cut = text.slice(start, item.range[0]) + text.slice(item.range[1], end);
  if (/[^\s,]/.test(cut)) return byHand("a comment stands next to it");
  return spliced(text, start, end, "");
}

function intoLines(text: string, at: number, column: number, lines: readonly string[]): TextOutcome {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = at === 0 || text[at - 1] === "\n" ? "" : newline;
  const rows = lines.map((line) => " ".repeat(column) + line).join(newline);
  // A file without a line end at its end keeps that.
  return spliced(text, at, at, begin + rows + (begin === "" ? newline : ""));
}

/** After the line that ends what is there, and after deeper comments right below it: they speak of that. */
function lineAfter(text: string, end: number, column: number): number {
  let at = endOfLine(text, end);
  for (let from = at; from < text.length; ) {
    const next = endOfLine(text, from + 1);
    const row = text.slice(from, next);
    const comment = /^([ ]*)#/.exec(row);
    if (!comment || (comment[1]?.length ?? 0) <= column) break;
    at = next;
    from = next;
  }
  return at;
}

/** The start of the next line; a block of text ends there already. */
function endOfLine(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const newline = text.indexOf("\n", at);
  return newline < 0 ? text.length : newline + 1;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}

function spliced(text: string, from: number, to: number, added: string): TextOutcome {
  return { kind: "text", text: text.slice(0, from) + added + text.slice(to) };
}

function byHand(reason: string): TextOutcome {
  return { kind: "by-hand", reason };
}
