/** One suggested rule on a screen: what it would have saved, what else it would allow, and the keys that take it over or leave it. */
import { columnsOf } from "../display/columns.ts";
import { wordRows } from "../display/word-block.ts";
import { edged, fields, flow } from "./flow.ts";
import type { Size } from "./frame.ts";
import type { Key } from "./key.ts";
import { type Look, showText, spellText } from "./look.ts";
import { pageFrom } from "./page.ts";
import { type KeyLabel, keyRows } from "./render-keys.ts";
import { cutRow, joinEnds, type Row, type Style, span } from "./row.ts";

/** Texts are hostile: they are made visible here. */
export interface SuggestionView {
  readonly number: number;
  readonly total: number;
  readonly description: string;
  readonly rule: string;
  readonly saves: readonly string[];
  readonly also: readonly string[];
  readonly widens: readonly string[];
  readonly project: string;
  readonly userFile: string;
  /** Undefined: it cannot take the rule. */
  readonly projectFile?: string;
}

export interface SuggestScreen {
  readonly view: SuggestionView;
  readonly scroll: number;
  /** What became of the last key. */
  readonly note?: { readonly text: string; readonly style: Style };
}

export type SuggestAct =
  | { readonly kind: "save"; readonly layer: "user" | "project" }
  | { readonly kind: "skip" }
  | { readonly kind: "quit" }
  | { readonly kind: "scroll"; readonly by: "row" | "page"; readonly way: 1 | -1 }
  | { readonly kind: "none" };

/** Several letters at once, and pastes, are no keys: nobody has looked in between. */
export function actOf(key: Key, { projectFile }: SuggestionView): SuggestAct {
  if (key.kind === "letter")
    switch (key.letter) {
      case "a":
        return { kind: "save", layer: "user" };
      case "p":
        return projectFile === undefined ? { kind: "none" } : { kind: "save", layer: "project" };
      case "s":
        return { kind: "skip" };
      case "q":
        return { kind: "quit" };
      default:
        return { kind: "none" };
    }
  return key.kind === "named" ? (NAMED[key.name] ?? { kind: "none" }) : { kind: "none" };
}

const NAMED: Readonly<Partial<Record<string, SuggestAct>>> = {
  interrupt: { kind: "quit" },
  escape: { kind: "quit" },
  up: { kind: "scroll", by: "row", way: -1 },
  down: { kind: "scroll", by: "row", way: 1 },
  "page-up": { kind: "scroll", by: "page", way: -1 },
  "page-down": { kind: "scroll", by: "page", way: 1 },
};

export interface DrawnSuggestion {
  readonly rows: readonly Row[];
  /** Where the body really begins, and how much of it is shown. */
  readonly from: number;
  readonly height: number;
}

export function drawSuggestion(screen: SuggestScreen, { columns, rows }: Size, look: Look): DrawnSuggestion {
  const { view, note } = screen;
  const foot = [
    ...(note ? fields(note.style === "good" ? "done" : "", [note.text], columns, look, note.style) : []),
    ...keyRows(keysOf(view), columns, 2, look),
  ];
  const body = bodyRows(view, columns, look);
  const room = Math.max(1, rows - 1 - foot.length);
  const height = body.length <= room ? room : Math.max(1, room - 1);
  const page = pageFrom(body, screen.scroll, height);
  const more = page.to < page.total ? "PgDn shows more" : "PgUp goes back";
  const label = page.label === "" ? [] : [labelRow(`${page.label} ${look.signs.dot} ${more}`, columns, look)];
  return { rows: [titleRow(view, columns, look), ...page.rows, ...label, ...foot], from: page.from, height };
}

function titleRow({ number, total, saves }: SuggestionView, columns: number, look: Look): Row {
  const left = [span(`${look.signs.active} `, "key"), span(`suggestion ${number} of ${total}`, "bold")];
  return joinEnds(left, [span(showText(saves[0]?.split(" answered ")[0] ?? "", look), "dim")], columns, look);
}

function labelRow(text: string, columns: number, look: Look): Row {
  return cutRow(edged([span(text, "warning")], look), columns, look);
}

function bodyRows(view: SuggestionView, columns: number, look: Look): Row[] {
  const { description, rule, saves, also, widens, project, userFile, projectFile } = view;
  const blank = edged([], look);
  return [
    ...flow(description, columns, look, "bold"),
    ...ruleRows(rule, columns, look),
    blank,
    ...fields("saves", saves, columns, look, "good"),
    ...fields("also", also, columns, look, also.length > 1 ? "warning" : "plain"),
    ...fields("NEW", widens, columns, look, "warning"),
    ...fields("for", [project], columns, look),
    ...fields("into", [`a: ${userFile}`, projectText(projectFile)], columns, look, "dim"),
  ];
}

/** As it would stand in the file. What is long comes below it. */
function ruleRows(rule: string, columns: number, look: Look): Row[] {
  const bar = `${look.signs.textBar} `;
  const width = columns - columnsOf(`${look.signs.edge} ${bar}`);
  const lines = rule.split("\n").map((line) => spellText(line, look));
  return wordRows(lines.join("\n"), width).map((row) => edged([span(bar, "dim"), span(row, "plain")], look));
}

function projectText(projectFile: string | undefined): string {
  return projectFile === undefined ? "(the project's file cannot take it)" : `p: ${projectFile}`;
}

function keysOf({ projectFile }: SuggestionView): KeyLabel[] {
  return [
    ["a", "add to my policy file"],
    ...(projectFile === undefined ? [] : ([["p", "add to the project's"]] as const)),
    ["s", "skip"],
    ["q", "leave"],
  ];
}
