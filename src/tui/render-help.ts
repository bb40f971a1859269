/** Every key, in plain words. */

import { columnsOf } from "../display/columns.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import { edged, flow } from "./flow.ts";
import type { Look } from "./look.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { type KeyLabel, keyRows, keySpans } from "./render-keys.ts";
import { cutRow, type Row, span } from "./row.ts";

const KEYS: readonly KeyLabel[] = [
  ["a", "allow, this time only"],
  ["s", "allow the same line in the same folder until the session ends"],
  ["t", "the same for one hour"],
  ["p", "allow always: choose a rule and the file that it goes into"],
  ["d Enter", "deny"],
  ["r", "deny, with a reason that the agent reads"],
  ["D", "deny, and the same line again without a question"],
  ["Tab n", "next question; shift-Tab or b: the one before"],
  [
    "PgUp PgDn",
    "scroll the card, as up and down do; a long command must be seen to its end before it can be allowed",
  ],
  ["A S X", "all at once: allow for the session, save, deny; asks once more"],
  ["m", "another mode for the session"],
  ["u", "take the last remembered answer back"],
];

const LEAVE: Record<Look["place"], KeyLabel> = {
  console: ["q Ctrl-C", "leave; questions stay, and guard pending shows them"],
  card: ["q Ctrl-C", "see the agent's screen; the next key brings the card back"],
};

const WORDS = [
  "What must be confirmed is allowed by typing CONFIRM in capital letters, and then o once, s session or p always.",
  "A key that is pressed right after a card came by itself allows nothing: it may have been meant for another one.",
];

export function helpPane({ columns, keys }: PaneSize, look: Look): Pane {
  return {
    title: cutRow([span(`${look.signs.active} `, "bold"), span("what the keys do", "bold")], columns, look),
    body: [
      ...[...KEYS, LEAVE[look.place]].flatMap((key) => helpRows(key, columns, look)),
      ...WORDS.flatMap((text) => flow(text, columns, look)),
    ],
    tone: "plain",
    commandEnd: 0,
    entries: [],
    foot: keyRows([["any key", "back"]], columns, keys, look),
  };
}

const KEY_COLUMNS = 11;

function helpRows([key, does]: KeyLabel, columns: number, look: Look): Row[] {
  const [spelled] = keySpans([key, ""], { ...look, colour: "colour" });
  const head = (spelled?.text ?? "").padEnd(KEY_COLUMNS);
  const width = columns - columnsOf(look.signs.edge) - 1;
  return wrapVisible(head, does, width).map((row) =>
    edged([span(row.slice(0, KEY_COLUMNS), "key"), span(row.slice(KEY_COLUMNS))], look),
  );
}
