/** Rows of a screen: pieces of visible text, each with a style that says what it is, not which colour it has. */

import { cellsOf } from "../display/cells.ts";
import { columnsOf } from "../display/columns.ts";
import type { Look } from "./look.ts";

export type Style =
  | "plain"
  | "dim"
  | "bold"
  | "danger"
  | "warning"
  | "good"
  | "key"
  /** Parts of a command, by ruling; a sign of guard's in it. */
  | "part-allow"
  | "part-ask"
  | "part-deny"
  | "sign";

export interface Span {
  readonly text: string;
  readonly style: Style;
}

export type Row = readonly Span[];

export function span(text: string, style: Style = "plain"): Span {
  return { text, style };
}

export function rowColumns(row: Row): number {
  return row.reduce((sum, { text }) => sum + columnsOf(text), 0);
}

/** At most so wide; what was cut is told by the sign for more. */
export function cutRow(row: Row, columns: number, look: Look): Row {
  if (rowColumns(row) <= columns) return row;
  const room = columns - columnsOf(look.signs.more);
  const kept: Span[] = [];
  let used = 0;
  for (const { text, style } of row) {
    const [part, width] = cutText(text, room - used);
    kept.push({ text: part, style });
    used += width;
    if (part !== text) break;
  }
  return room < 0 ? [] : [...kept, span(look.signs.more, "dim")];
}

/** Text that is visible already: its cells are not made visible again, only never torn. */
function cutText(text: string, room: number): [string, number] {
  if (columnsOf(text) <= room) return [text, columnsOf(text)];
  let [part, used] = ["", 0];
  for (const { raw } of cellsOf(text)) {
    const width = columnsOf(raw);
    if (used + width > room) break;
    part += raw;
    used += width;
  }
  return [part, used];
}

/** The left grows towards the right, which is never cut before it. */
export function joinEnds(left: Row, right: Row, columns: number, look: Look): Row {
  const rightColumns = rowColumns(right);
  if (rightColumns + 4 > columns) return cutRow([...left, span("  "), ...right], columns, look);
  const cut = cutRow(left, columns - rightColumns - 1, look);
  return [...cut, span(" ".repeat(Math.max(1, columns - rightColumns - rowColumns(cut)))), ...right];
}
