/** The first row: whose session it is, in which mode, how strongly guarded, and how much has been asked. */
import { alertsOf, questionsOf, sessionOf } from "./front.ts";
import { type Look, showText } from "./look.ts";
import type { SessionView, State } from "./model.ts";
import { cutRow, joinEnds, type Row, rowColumns, span } from "./row.ts";

export function headerRow(state: State, columns: number, look: Look): Row {
  const { sessions, front } = state;
  const shown = (front ? sessionOf(state, front.session) : undefined) ?? sessions[0];
  if (!shown) return cutRow([span("guard", "bold"), span("  no session runs")], columns, look);
  const waiting = questionsOf(state).length;
  const others = sessions.length > 1 ? ` (${sessions.length} sessions)` : "";
  const { checks, denied } = shown.status;
  const left = [span("guard", "bold"), span(`  ${describeSession(shown, look)}${others}`)];
  const right = [
    waiting === 0
      ? span("nothing waits", "good")
      : span(`${waiting} wait${waiting === 1 ? "s" : ""}`, "warning"),
  ];
  const dot = ` ${look.signs.dot} `;
  const counted = [...right, span(`${dot}${checks} checked${dot}${denied} denied`, "dim")];
  const fits = rowColumns(left) + rowColumns(counted) < columns;
  return joinEnds(left, fits ? counted : right, columns, look);
}

export function describeSession({ name, status }: SessionView, look: Look): string {
  const dot = ` ${look.signs.dot} `;
  const agent = status.agent[0]?.split("/").at(-1) ?? "";
  return [name, agent, status.mode, status.tier].map((word) => showText(word, look)).join(dot);
}

/** Cards that nobody waits for, while a question is in front: one row says that they are there. */
export function alertRows(state: State, columns: number, look: Look): Row[] {
  const waiting = alertsOf(state).filter(({ id }) => id !== state.front?.id);
  const [first] = waiting;
  if (!first || state.front === undefined) return [];
  const what =
    first.kind === "loop" ? "the agent tries the same again and again" : "another mode is suggested";
  const more = waiting.length > 1 ? ` (and ${waiting.length - 1} more)` : "";
  return [
    cutRow(
      [span(`${look.signs.waiting} `, "warning"), span(`${what}${more}: shift-Tab shows it`, "warning")],
      columns,
      look,
    ),
  ];
}
