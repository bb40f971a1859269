/** What was decided lately, newest first, and the last word about our own doing. */
import type { Recent } from "../protocol/control-events.ts";
import { type Look, showText } from "./look.ts";
import type { State } from "./model.ts";
import { cutRow, type Row, span } from "./row.ts";

const ENOUGH = 400;

export function recentRows(state: State, columns: number, most: number, look: Look): Row[] {
  const running = state.sessions.flatMap(({ name, recent }) =>
    recent.slice(-most).map((one) => ({ ...one, session: name })),
  );
  const all = [...running, ...state.past].toSorted((a, b) => b.atMs - a.atMs);
  if (all.length === 0 || most < 2) return [];
  const head = cutRow([span(`${look.signs.waiting} `, "dim"), span("lately", "dim")], columns, look);
  const names = new Set([...state.sessions.map(({ name }) => name), ...state.past.map((one) => one.session)]);
  const named = names.size > 1 ? "named" : "unnamed";
  return [head, ...all.slice(0, most - 1).map((one) => recentRow(one, named, columns, look))];
}

function recentRow(
  one: Recent & { readonly session: string },
  named: "named" | "unnamed",
  columns: number,
  look: Look,
): Row {
  const whose = named === "named" ? `${one.session}  ` : "";
  return cutRow(
    [
      span(`  ${timeOfDay(one.atMs)}  `, "dim"),
      span(one.verdict === "allow" ? "allowed " : "DENIED  ", one.verdict === "allow" ? "good" : "danger"),
      span(`${showText(one.by, look).padEnd(8)} ${whose}`, "dim"),
      span(showText(one.line.slice(0, ENOUGH), look)),
    ],
    columns,
    look,
  );
}

/** Not its age: nothing is drawn while nothing waits. */
function timeOfDay(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}

export function noteRow({ note }: State, columns: number, look: Look): Row {
  const end = span(`${look.signs.end} `, "dim");
  return note ? cutRow([end, span(showText(note.text, look), note.tone)], columns, look) : [end];
}
