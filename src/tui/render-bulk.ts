/** The list of what would be answered at once, each command whole; and what is left out, with the reason. */

import { cellsOf, textOf } from "../display/cells.ts";
import { blockRows } from "../display/command-block.ts";
import { edged, fields, flow } from "./flow.ts";
import { sessionOf } from "./front.ts";
import { stillListed } from "./keys-bulk.ts";
import { inAscii, type Look } from "./look.ts";
import type { BulkDecision, BulkEntry, LeftOut, Open, State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { keyRows } from "./render-keys.ts";
import { cutRow, type Row, span } from "./row.ts";

type BulkOpen = Extract<Open, { kind: "bulk" }>;

const TITLES: Record<BulkDecision, string> = {
  session: "allow all of these until their session ends?",
  always: "allow all of these always?",
  deny: "deny all of these?",
};

const SENDS: Record<BulkDecision, string> = { session: "allow", always: "allow always", deny: "deny" };

const LEFT_OUT: Record<LeftOut, string> = {
  confirm: "must be confirmed one by one",
  "once-only": "can only be allowed for one time",
  "session-only": "can only be allowed for the session",
  long: "too long for a list",
  beware: "with a warning",
};

export function bulkPane(state: State, open: BulkOpen, { columns, keys }: PaneSize, look: Look): Pane {
  const body: Row[] = [];
  const entries: { check: string; from: number; to: number }[] = [];
  const listed = stillListed(state, open);
  for (const entry of listed) {
    const rows = entryRows(state, entry, columns, look);
    entries.push({ check: entry.check, from: body.length, to: body.length + rows.length });
    body.push(...rows);
  }
  if (open.decision === "always")
    body.push(
      ...flow("each by a rule for exactly its words in its folder, in your own file", columns, look, "dim"),
    );
  if (listed.length === 0) body.push(...flow("nothing is left on this list", columns, look));
  for (const [why, count] of Object.entries(open.leftOut))
    body.push(...flow(`left out: ${count} ${LEFT_OUT[why as LeftOut]}`, columns, look, "warning"));
  return {
    title: cutRow(
      [span(`${look.signs.active} `, "warning"), span(TITLES[open.decision], "bold")],
      columns,
      look,
    ),
    body,
    tone: "plain",
    commandEnd: 0,
    entries,
    foot: footRows(open, listed, columns, keys, look),
  };
}

function footRows(
  open: BulkOpen,
  listed: readonly BulkEntry[],
  columns: number,
  keys: number,
  look: Look,
): Row[] {
  const seen = listed.filter((entry) => entry.seen === "yes").length;
  const unseen = listed.length - seen;
  return keyRows(
    [
      ["y", `${SENDS[open.decision]} ${whichOnes(seen, listed.length)}`],
      ...(unseen === 0 ? [] : ([["PgDn", `show ${unseen} more`]] as const)),
      ["Esc", "back, nothing is answered"],
    ],
    columns,
    keys,
    look,
  );
}

/** What counts as seen is known when it has been drawn: the first drawing must not say that it was nothing. */
function whichOnes(seen: number, listed: number): string {
  if (seen === 0 && listed > 0) return "those on this screen";
  if (seen < listed) return `the ${seen} that were shown`;
  return listed === 1 ? "it" : `all ${listed}`;
}

function entryRows(state: State, { session, check }: BulkEntry, columns: number, look: Look): Row[] {
  const view = sessionOf(state, session);
  const { line = "", cwd = "" } = view?.questions.find(({ asked }) => asked.id === check)?.asked ?? {};
  const { signs, letters } = look;
  const whose = state.sessions.length > 1 ? `${session} ` : "";
  const bar = `${signs.edge} ${whose}${signs.bar} `;
  const shown = letters === "ascii" ? inAscii(line) : line;
  const command = blockRows(cellsOf(shown), columns, bar).map(({ cells }, index) =>
    edged(
      [
        span(index === 0 ? whose : " ".repeat(whose.length), "dim"),
        span(`${signs.bar} `, "bold"),
        span(textOf(cells)),
      ],
      look,
    ),
  );
  // The same words in another folder than the session's are something else.
  return [...command, ...fields("in", cwd === view?.status.cwd ? [] : [cwd], columns, look, "warning")];
}
