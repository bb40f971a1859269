/**
 * Records as a table that fits the terminal. Where there is room the reason stands at the end; else only what was denied has it, in a row below.
 * A text that is cut ends with a sign; `guard log show` has the whole.
 */
import { columnsOf } from "../display/columns.ts";
import { cutVisible, padVisible } from "../display/cut-visible.ts";
import type { LogRow } from "./log-rows.ts";
import type { SessionIo } from "./session-io.ts";

export interface Layout {
  readonly id: number;
  readonly date: "day" | "clock";
  readonly time: number;
  /** 0: left out. */
  readonly session: number;
  readonly word: number;
  /** 0: no room in this row, it gets its own. */
  readonly text: number;
  /** 0: below, where it matters. */
  readonly reason: number;
  readonly columns: number;
}

const GAP = "  ";
const SESSION = 8;
const CLOCK = "14:30:05".length;
const DAY_AND_CLOCK = "11-17 14:30:05".length;
const NARROWEST_TEXT = 16;
/** Command and reason side by side. */
const WIDE = 64;
const CODES = { allow: "32", deny: "1;31", event: "2" } as const;

/** `today`: then rows need no day. Rows that come later keep the layout. */
export function layoutOf(rows: readonly LogRow[], columns: number, today: string): Layout {
  const id = widest(rows, "id", 4);
  const date = rows.every(({ day }) => day === today) ? "clock" : "day";
  const time = date === "clock" ? CLOCK : DAY_AND_CLOCK;
  const word = Math.min(16, widest(rows, "word", 7));
  const fixed = id + time + word + 3 * GAP.length;
  const isOne = rows.every((row) => row.session === rows[0]?.session);
  const session = !isOne && columns - fixed - SESSION - GAP.length >= NARROWEST_TEXT ? SESSION : 0;
  const room = columns - fixed - (session === 0 ? 0 : session + GAP.length);
  const base = { id, date, time, session, word, columns } as const;
  if (room < NARROWEST_TEXT) return { ...base, text: 0, reason: 0 };
  if (room < WIDE) return { ...base, text: room, reason: 0 };
  const reason = Math.min(Math.floor(room * 0.4), widest(rows, "reason", 6));
  const text = Math.min(room - reason - GAP.length, widest(rows, "text", 7));
  return { ...base, text, reason: room - text - GAP.length };
}

/** The session of all rows, where they have no column for it. */
export function onlySession(rows: readonly LogRow[], { session }: Layout): string | undefined {
  const [first] = rows;
  return session === 0 && rows.every((row) => row.session === first?.session) ? first?.session : undefined;
}

export function renderHead(layout: Layout): string {
  const { id, time, session, word, text, reason } = layout;
  const parts = [
    "ID".padStart(id),
    "TIME".padEnd(time),
    ...(session === 0 ? [] : ["SESSION".padEnd(session)]),
    "VERDICT".padEnd(word),
    ...(text === 0 ? [] : ["COMMAND".padEnd(text)]),
    ...(reason === 0 ? [] : ["REASON"]),
  ];
  return parts.join(GAP).trimEnd().slice(0, layout.columns);
}

export function renderRow(row: LogRow, layout: Layout, colour: SessionIo["colour"]): string[] {
  const { id, date, time, session, word, text, reason, columns } = layout;
  const when = date === "clock" ? row.clock : `${row.day.slice(5)} ${row.clock}`;
  const parts = [
    row.id.padStart(id),
    padVisible(when, time),
    ...(session === 0 ? [] : [padVisible(row.session, session)]),
    paint(padVisible(row.word, word), row.tone, colour),
    ...(text === 0 ? [] : [reason === 0 ? cutVisible(row.text, text) : padVisible(row.text, text)]),
    ...(reason === 0 ? [] : [cutVisible(row.reason, reason)]),
  ];
  const indent = " ".repeat(Math.min(columns - text, Math.floor(columns / 4)));
  const below = (shown: string) => `${indent}${cutVisible(shown, columns - indent.length)}`;
  return [
    parts.join(GAP).trimEnd(),
    ...(text === 0 ? [below(row.text)] : []),
    ...(reason === 0 && row.tone === "deny" ? [below(`because ${row.reason}`)] : []),
  ];
}

function paint(text: string, tone: LogRow["tone"], colour: SessionIo["colour"]): string {
  return colour === "colour" ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text;
}

function widest(rows: readonly LogRow[], name: "id" | "word" | "text" | "reason", least: number): number {
  return rows.reduce((width, row) => Math.max(width, Math.min(400, columnsOf(row[name]))), least);
}
