/** Texts for tables: made visible, as wide as their column and no wider. What is cut ends with a sign; the whole must be shown elsewhere. */
import { type Cell, cellsOf, textOf } from "./cells.ts";
import { columnsOf } from "./columns.ts";

/** Most units of text that stand on one column: a letter with its marks. */
const UNITS_PER_COLUMN = 12;

/** At most so wide, made visible; what is left out is told by a sign. */
export function cutVisible(text: string, width: number): string {
  const trimmed = text.trim();
  const looked = trimmed.slice(0, width * UNITS_PER_COLUMN);
  const cells = cellsOf(looked);
  if (looked.length === trimmed.length && fitting(cells, width) === cells.length) return textOf(cells);
  return `${textOf(cells.slice(0, fitting(cells, width - 1)))}…`;
}

/** How many of them fit. */
function fitting(cells: readonly Cell[], width: number): number {
  let used = 0;
  const over = cells.findIndex(({ columns }) => {
    used += columns;
    return used > width;
  });
  return over < 0 ? cells.length : over;
}

/** The same, and at least so wide. */
export function padVisible(text: string, width: number): string {
  const shown = cutVisible(text, width);
  return shown + " ".repeat(Math.max(0, width - columnsOf(shown)));
}
