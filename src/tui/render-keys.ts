/** Which key does what, as many as there is room for; help has them all. */

import { edged } from "./flow.ts";
import type { Look } from "./look.ts";
import type { QuestionView } from "./model.ts";
import { type Row, rowColumns, type Span, span } from "./row.ts";

export type KeyLabel = readonly [key: string, does: string];

const COMMON: readonly KeyLabel[] = [
  ["m", "mode"],
  ["q", "leave"],
];

/** `waiting`: with more than one there are others to go to. */
export function questionKeys({ asked }: QuestionView, waiting: number, undo: "yes" | "no"): KeyLabel[] {
  return [
    ...answerKeys(asked.ruling, asked.rememberable),
    ["?", "help"],
    ...(waiting > 1 ? MANY : []),
    ...(undo === "yes" ? ([["u", "take back"]] as const) : []),
    ...COMMON,
  ];
}

const MANY: readonly KeyLabel[] = [
  ["Tab", "next"],
  ["A", "allow all"],
  ["S", "save all"],
  ["X", "deny all"],
];

const DENY: readonly KeyLabel[] = [
  ["d", "deny"],
  ["r", "deny + reason"],
];

function answerKeys(ruling: "ask" | "confirm", rememberable: "yes" | "no"): KeyLabel[] {
  const denySession: readonly KeyLabel[] = rememberable === "yes" ? [["D", "deny for session"]] : [];
  if (ruling === "confirm")
    return [["CONFIRM", "type it to allow"], ["Enter", "deny"], ...DENY, ...denySession];
  const remembered: readonly KeyLabel[] = [
    ["s", "session"],
    ["t", "1 hour"],
    ["p", "always"],
  ];
  return [["a", "allow once"], ...(rememberable === "yes" ? remembered : []), ...DENY, ...denySession];
}

export const ALERT_KEYS: readonly KeyLabel[] = [["Tab", "next"], ["?", "help"], ...COMMON];

/** Filled into rows behind the card's edge; what finds no room is left to help. */
export function keyRows(keys: readonly KeyLabel[], columns: number, most: number, look: Look): Row[] {
  const rows: Span[][] = [[]];
  for (const key of keys) {
    const spans = keySpans(key, look);
    const last = rows.at(-1) ?? [];
    const gap = last.length === 0 ? [] : [span("  ")];
    if (rowColumns([...last, ...gap, ...spans]) + 2 <= columns) last.push(...gap, ...spans);
    else if (rows.length < most) rows.push(spans);
    // A shorter one may still fit behind the last.
  }
  return rows.filter((row) => row.length > 0).map((row) => edged(row, look));
}

/** Brackets where a colour does not set the key apart. */
export function keySpans([key, does]: KeyLabel, { colour }: Look): Span[] {
  return [span(colour === "colour" ? key : `[${key}]`, "key"), span(` ${does}`)];
}
