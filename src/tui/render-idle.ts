/** Nothing waits: which sessions are watched, and that one need not do anything. */
import type { Status } from "../protocol/status-message.ts";
import { edged, flow } from "./flow.ts";
import type { Look } from "./look.ts";
import type { State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { describeSession } from "./render-header.ts";
import { keyRows } from "./render-keys.ts";
import { cutRow, type Row, span } from "./row.ts";

/** Written down or photographed, it proves later that the record was not changed. */
function recordWords({ record }: Pick<Status, "record">): string {
  return record === undefined ? "" : `, record ${record}`;
}

export function idlePane(state: State, { columns, keys }: PaneSize, look: Look): Pane {
  const { sessions } = state;
  const none = "no session runs: guard run -- AGENT starts one; it appears here by itself";
  const rows = sessions.map(
    (view): Row =>
      cutRow(
        edged(
          [
            span(describeSession(view, sessions.length > 1 ? "folder" : "no-folder", look)),
            span(
              `  ${view.status.checks} checked, ${view.status.denied} denied${recordWords(view.status)}`,
              "dim",
            ),
          ],
          look,
        ),
        columns,
        look,
      ),
  );
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
