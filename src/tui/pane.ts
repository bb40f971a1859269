/** What the card's place shows: a title, rows that scroll, and below them keys or a line to type in. */
import type { Row } from "./row.ts";

export interface Pane {
  readonly title: Row;
  readonly tone: "plain" | "danger";
  readonly body: readonly Row[];
  /** Behind the command's last row, where the body has it. */
  readonly commandEnd: number;
  /** Of a list: which rows hold which check. */
  readonly entries: readonly { readonly check: string; readonly from: number; readonly to: number }[];
  readonly foot: readonly Row[];
}

/** How the pane is asked for: the body's height is known when the foot is. */
export interface PaneSize {
  readonly columns: number;
  /** Rows for all of it but the title. */
  readonly rows: number;
  /** Rows for keys. */
  readonly keys: number;
}
