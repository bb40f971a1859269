/** Nothing waits: which sessions are watched, and that one need not do anything. */
import type { Status } from "../protocol/status-message.ts";
import { edged, flow } from "./flow.ts";
import type { Look } from "./look.ts";
import type { State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { describeSession } from "./render-header.ts";
import { keyRows } from "./render-keys.ts";
import { cutRow, type Row, rowColumns, type Span, span } from "./row.ts";

export function idlePane(state: State, { columns, keys }: PaneSize, look: Look): Pane {
  const { sessions } = state;
  const none = "no session runs: guard run -- AGENT starts one; it appears here by itself";
  const rows = sessions.flatMap((view): Row[] => {
    const described = span(describeSession(view, sessions.length > 1 ? "folder" : "no-folder", look));
    return sessionRows(described, view.status, columns, look);
  });
  const notices = sessions.flatMap(({ name, status }) => {
    const last = status.notices.at(-1);
    return last ? flow(`notice, session ${name}: ${last.text}`, columns, look, "warning") : [];
  });
  return {
    title: cutRow(
      [span(`${look.signs.waiting} `, "good"), span("nothing waits for an answer", "bold")],
      columns,
      look,
    ),
    body: [...(sessions.length === 0 ? flow(none, columns, look) : rows), ...notices],
    tone: "plain",
    commandEnd: 0,
    entries: [],
    foot: keyRows(
      [
        ["m", "mode"],
        ...(state.lastGiven?.grants.length ? ([["u", "take back the last answer"]] as const) : []),
        ["?", "help"],
        ["q", "leave"],
      ],
      columns,
      keys,
      look,
    ),
  };
}

/**
 * Written down or photographed, the record's head proves later that the record was not changed: it is on a row of its own where there is no room
 * for all of it behind the rest.
 */
function sessionRows(
  described: Span,
  { checks, denied, record }: Status,
  columns: number,
  look: Look,
): Row[] {
  const counts = `  ${checks} checked, ${denied} denied`;
  const head = record === undefined ? "" : `record ${record}`;
  const whole = edged([described, span(head === "" ? counts : `${counts}, ${head}`, "dim")], look);
  if (head === "" || rowColumns(whole) <= columns) return [cutRow(whole, columns, look)];
  const rows = [[described, span(counts, "dim")], [span(`  ${head}`, "dim")]];
  return rows.map((row) => cutRow(edged(row, look), columns, look));
}
