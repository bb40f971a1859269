/** A part of many rows, with where it is: "rows 21 to 40 of 312". */
import type { Row } from "./row.ts";

export interface PageView {
  readonly rows: readonly Row[];
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** Empty where all is shown. */
  readonly label: string;
}

/** Moved back where it would show less than it could. */
export function pageFrom(rows: readonly Row[], wanted: number, height: number): PageView {
  const size = Math.max(1, height);
  const from = Math.max(0, Math.min(wanted, rows.length - size));
  const shown = rows.slice(from, from + size);
  const to = from + shown.length;
  const span = shown.length === 1 ? `row ${to}` : `rows ${from + 1} to ${to}`;
  return {
    rows: shown,
    from,
    to,
    total: rows.length,
    label: shown.length === rows.length ? "" : `${span} of ${rows.length}`,
  };
}
