/** The first row: whose session it is, in which mode, how strongly guarded, and how much has been asked. */
import type { Status } from "../protocol/status-message.ts";
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
  const words = sessionWords(shown, sessions.length > 1 ? "folder" : "no-folder");
  const right = [
    waiting === 0
      ? span("nothing waits", "good")
      : span(`${waiting} wait${waiting === 1 ? "s" : ""}`, "warning"),
  ];
  const dot = ` ${look.signs.dot} `;
  const counted = [...right, span(`${dot}${checks} checked${dot}${denied} denied`, "dim")];
  // How much was asked is never dropped for what can be looked up: the last words go first.
  const lefts = words.map((_, index): Row => {
    const kept = words.slice(0, words.length - index).map((word) => showText(word, look));
    return [span("guard", "bold"), span(`  ${kept.join(dot)}${others}`)];
  });
  const left = lefts.find((row) => rowColumns(row) + rowColumns(counted) < columns);
  return joinEnds(left ?? lefts.at(-1) ?? [], left ? counted : right, columns, look);
}

function sessionWords({ name, status }: SessionView, where: "folder" | "no-folder"): string[] {
  const agent = status.agent[0]?.split("/").at(-1) ?? "";
  return [where === "folder" ? nameInFolder(name, status) : name, agent, status.mode, status.tier];
}

/** More of a folder's name is seldom needed to tell two of them apart. */
const MOST_OF_FOLDER = 16;

/** Names of sessions say nothing to a person; the folder does. */
export function nameInFolder(name: string, { cwd }: Pick<Status, "cwd">): string {
  const last = Array.from(cwd.split("/").findLast((part) => part !== "") ?? "/");
  const shown = last.length > MOST_OF_FOLDER ? [...last.slice(0, MOST_OF_FOLDER - 1), "~"] : last;
  return `${name} ${shown.join("")}`;
}

export function describeSession(view: SessionView, where: "folder" | "no-folder", look: Look): string {
  return sessionWords(view, where)
    .map((word) => showText(word, look))
    .join(` ${look.signs.dot} `);
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
