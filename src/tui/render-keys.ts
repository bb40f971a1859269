/** Which key does what, as many as there is room for; help has them all. */

import type { Pending } from "../protocol/question-messages.ts";
import { edged } from "./flow.ts";
import type { Look } from "./look.ts";
import type { QuestionView } from "./model.ts";
import { type Row, rowColumns, type Span, span } from "./row.ts";

export type KeyLabel = readonly [key: string, does: string];

const MODE: KeyLabel = ["m", "mode"];
const LEAVE: KeyLabel = ["q", "leave"];
const NEXT: KeyLabel = ["Tab", "next"];

/** `waiting`: with more than one there are others to go to. In the order in which they are dropped, the last first. */
export function questionKeys({ asked }: QuestionView, waiting: number, undo: "yes" | "no"): KeyLabel[] {
  return [
    ...answerKeys(asked.ruling, asked.rememberable),
    ["?", "help"],
    LEAVE,
    ...(waiting > 1 ? [NEXT] : []),
    ...(asked.rememberable === "no" ? [] : [DENY_SESSION]),
    ...(waiting > 1 ? MANY : []),
    ...(undo === "yes" ? ([["u", "take back"]] as const) : []),
    MODE,
  ];
}

const MANY: readonly KeyLabel[] = [
  ["A", "allow all"],
  ["S", "save all"],
  ["X", "deny all"],
];

const DENY: readonly [KeyLabel, KeyLabel] = [
  ["d", "deny"],
  ["r", "deny + why"],
];

const DENY_SESSION: KeyLabel = ["D", "deny for session"];

function answerKeys(ruling: "ask" | "confirm", rememberable: Pending["rememberable"]): KeyLabel[] {
  if (ruling === "confirm") return [["CONFIRM", "type it to allow"], ["Enter", "deny"], DENY[1]];
  const remembered: readonly KeyLabel[] = [
    ["s", "session"],
    ["t", "1 hour"],
    ["p", "always"],
  ];
  // The two plain answers first: where there is little room they are what is left.
  const [deny, reason] = DENY;
  const longer = remembered.slice(0, REMEMBERED[rememberable]);
  return [["a", "allow once"], deny, ...longer, reason];
}

/** How many of session, hour, always. */
const REMEMBERED: Record<Pending["rememberable"], number> = { yes: 3, session: 1, no: 0 };

export const ALERT_KEYS: readonly KeyLabel[] = [NEXT, ["?", "help"], LEAVE, MODE];

/** Filled into rows behind the card's edge; what finds no room is left to help, which always finds some. */
export function keyRows(keys: readonly KeyLabel[], columns: number, most: number, look: Look): Row[] {
  const help = keys.filter(([key]) => key === "?").map((key) => keySpans(key, look));
  const reserved = help.reduce((sum, spans) => sum + rowColumns(spans) + GAP, 0);
  const rows: Span[][] = [[]];
  const room = (): number => columns - EDGE - (rows.length === most ? reserved : 0);
  for (const key of keys.filter(([name]) => name !== "?")) {
    const spans = keySpans(key[0] === "q" ? leaveKey(look) : key, look);
    if (rowColumns(gapped(rows.at(-1), spans)) > room() && rows.length < most) rows.push([]);
    // A shorter one may still fit where this one does not.
    const row = gapped(rows.at(-1), spans);
    if (rowColumns(row) <= room()) rows[rows.length - 1] = row;
  }
  for (const spans of help) {
    if (rowColumns(gapped(rows.at(-1), spans)) > columns - EDGE) rows.push([]);
    rows[rows.length - 1] = gapped(rows.at(-1), spans);
  }
  return rows.filter((row) => row.length > 0).map((row) => edged(row, look));
}

function leaveKey({ place }: Look): KeyLabel {
  return ["q", place === "card" ? "see the agent" : "leave"];
}

const EDGE = 2;
const GAP = 2;

function gapped(row: readonly Span[] = [], spans: readonly Span[]): Span[] {
  return row.length === 0 ? [...spans] : [...row, span(" ".repeat(GAP)), ...spans];
}

/** Brackets where a colour does not set the key apart. */
export function keySpans([key, does]: KeyLabel, { colour }: Look): Span[] {
  return [span(colour === "colour" ? key : `[${key}]`, "key"), span(` ${does}`)];
}
