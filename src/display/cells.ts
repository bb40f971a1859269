/** Text as a terminal shows it, cell by cell: what is drawn, how wide it is, and what it stands for. */
import { visibleUnits } from "../core/visible.ts";
import { columnsOf } from "./columns.ts";

export interface Cell {
  readonly text: string;
  readonly columns: number;
  /** What it stands for: joined over all cells it is the text again. */
  readonly raw: string;
  /** Where that begins in the text. */
  readonly at: number;
  /** Not the text's own character but guard's sign for it: a screen may draw it so that typed-out signs look different. */
  readonly sign: boolean;
}

export function cellsOf(text: string): Cell[] {
  let at = 0;
  return visibleUnits(text).map(({ raw, shown }) => {
    const cell = { text: shown, columns: columnsOf(shown), raw, at, sign: shown !== raw };
    at += raw.length;
    return cell;
  });
}

/** The widest cell is the sign of the last code point, `<U+10FFFF>`. */
export const NARROWEST = 10;

/** Rows of at most `width` columns; never torn inside a cell, so a sign is always read whole. */
export function wrapCells<T extends { readonly columns: number }>(cells: readonly T[], width: number): T[][] {
  const rows: T[][] = [[]];
  let used = 0;
  for (const cell of cells) {
    if (used + cell.columns > Math.max(NARROWEST, width) && used > 0) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(cell);
    used += cell.columns;
  }
  return rows;
}

export function textOf(cells: readonly { readonly text: string }[]): string {
  return cells.map(({ text }) => text).join("");
}
