/** What else waits: one row each, the command's beginning only. The whole of it is on its card. */

import { describeAge } from "./durations.ts";
import { keyOf, questionsOf, sessionOf } from "./front.ts";
import { type Look, showText } from "./look.ts";
import type { State } from "./model.ts";
import { nameInFolder } from "./render-header.ts";
import { shortRisk } from "./risk.ts";
import { cutRow, type Row, span } from "./row.ts";

/** More of a line than a row can show; the rest need not be looked at. */
const ENOUGH = 400;

/** At most `most` rows, the last of which tells how many more there are. */
export function queueRows(state: State, columns: number, most: number, look: Look): Row[] {
  const { front, nowMs, sessions } = state;
  const others = questionsOf(state).filter((item) => !front || keyOf(item) !== keyOf(front));
  if (others.length === 0 || most < 1) return [];
  const shown = others.length <= most ? others : others.slice(0, most - 1);
  const rows = shown.map(({ session, question }): Row => {
    if (!question) return [];
    const { asked, sent } = question;
    const { word, style } = shortRisk(asked);
    const age = describeAge(nowMs - asked.askedAtMs).padStart(6);
    const view = sessions.length > 1 ? sessionOf(state, session) : undefined;
    const whose = view ? `${showText(nameInFolder(session, view.status), look)}  ` : "";
    const line = showText(asked.line.slice(0, ENOUGH), look);
    return cutRow(
      [
        span(`${look.signs.waiting} `, "dim"),
        span(`${age}  `, "dim"),
        span((sent === undefined ? word : "answered").padEnd(14), style),
        span(whose, "dim"),
        span(line),
      ],
      columns,
      look,
    );
  });
  if (shown.length === others.length) return rows;
  const left = others.length - shown.length;
  return [
    ...rows,
    cutRow([span(`${look.signs.waiting} `, "dim"), span(`${left} more wait`, "dim")], columns, look),
  ];
}
