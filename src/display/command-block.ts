/**
 * A command, whole, behind a bar: each row begins with guard's bar, and nothing that comes behind it can move to the left or
 * begin a row of its own. A new row after each line end, the sign for it included. A scrolling view takes a page of it.
 */
import { type Cell, cellsOf, wrapCells } from "./cells.ts";
import { columnsOf } from "./columns.ts";

export const BAR = "  | ";

export interface BlockRow<T extends Cell = Cell> {
  /** Line of the command, from 1. */
  readonly line: number;
  /** Whether it goes on with a line that was too long for one row. */
  readonly goesOn: boolean;
  readonly cells: readonly T[];
}

export interface Page<T extends Cell = Cell> {
  readonly rows: readonly BlockRow<T>[];
  /** "rows 21 to 40 of 312"; empty where all of it is shown. */
  readonly label: string;
  readonly above: number;
  readonly below: number;
}

/** All rows: their number is the total. `cells` may carry more than the text, colours for instance. */
export function blockRows<T extends Cell>(cells: readonly T[], columns: number, bar = BAR): BlockRow<T>[] {
  return splitLines(cells).flatMap((line, index) =>
    wrapCells(line, columns - columnsOf(bar)).map((row, part) => ({
      line: index + 1,
      goesOn: part > 0,
      cells: row,
    })),
  );
}

/** As text, for screens that draw row by row. */
export function commandBlock(command: string, columns: number, bar = BAR): string[] {
  return blockRows(cellsOf(command), columns, bar).map(
    ({ cells }) => `${bar}${cells.map(({ text }) => text).join("")}`,
  );
}

/** `height` rows from row `from` (counted from 0), moved back into the block where it would show less than it could. */
export function pageOf<T extends Cell>(rows: readonly BlockRow<T>[], from: number, height: number): Page<T> {
  const size = Math.max(1, height);
  const above = Math.max(0, Math.min(from, rows.length - size));
  const shown = rows.slice(above, above + size);
  const below = rows.length - above - shown.length;
  return {
    rows: shown,
    label: shown.length === rows.length ? "" : labelOf(above, shown.length, rows.length),
    above,
    below,
  };
}

function labelOf(above: number, shown: number, total: number): string {
  return shown === 1 ? `row ${above + 1} of ${total}` : `rows ${above + 1} to ${above + shown} of ${total}`;
}

/** The end of the last line begins no new row: its sign is there to be seen. */
function splitLines<T extends Cell>(cells: readonly T[]): T[][] {
  const lines: T[][] = [[]];
  for (const cell of cells) {
    lines.at(-1)?.push(cell);
    if (cell.raw === "\n") lines.push([]);
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
