/** A pane in its place: as much of the body as fits, where one is in it, and what of it is therefore on the screen. */
import { keyOf } from "./front.ts";
import type { Look } from "./look.ts";
import type { Drawn, State } from "./model.ts";
import { type PageView, pageFrom } from "./page.ts";
import type { Pane } from "./pane.ts";
import { cutRow, type Row, span } from "./row.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Frame {
  readonly rows: readonly Row[];
  readonly drawn: Drawn;
}

/** `height`: of the body, with the row below it that tells where one is. */
export function framePane(state: State, pane: Pane, height: number, columns: number, look: Look): Frame {
  const whole = pane.body.length <= height;
  const page = pageFrom(pane.body, state.scroll, whole ? height : height - 1);
  const filler = Array.from({ length: Math.max(0, height - page.rows.length - (whole ? 0 : 1)) }, () =>
    edgeRow(look),
  );
  const label = whole ? [] : [labelRow(state, page, pane, columns, look)];
  return {
    rows: [pane.title, ...[...page.rows, ...filler, ...label, ...pane.foot].map((row) => tint(row, pane))],
    drawn: {
      front: state.front ? keyOf(state.front) : "",
      open: state.open.kind,
      from: page.from,
      to: page.to,
      total: page.total,
      commandEnd: pane.commandEnd,
      listed: pane.entries
        .filter(({ from, to }) => from >= page.from && to <= page.to)
        .map(({ check }) => check),
    },
  };
}

function labelRow(state: State, page: PageView, pane: Pane, columns: number, look: Look): Row {
  const unseen = pane.commandEnd > page.to && state.front?.seen !== "all";
  const more = page.to < page.total ? "PgDn shows more" : "PgUp goes back";
  const { dot } = look.signs;
  // First what must be done: a narrow screen cuts the end.
  const text = unseen ? `PgDn: THE COMMAND GOES ON ${dot} ${page.label}` : `${page.label} ${dot} ${more}`;
  return cutRow(
    [span(`${look.signs.edge} `, "dim"), span(text, unseen ? "danger" : "warning")],
    columns,
    look,
  );
}

/** What must be confirmed stands behind a red edge. */
function tint(row: Row, { tone }: Pane): Row {
  const [edge, ...rest] = row;
  return edge && tone === "danger" ? [{ ...edge, style: "danger" }, ...rest] : row;
}

function edgeRow(look: Look): Row {
  return [span(look.signs.edge, "dim")];
}
