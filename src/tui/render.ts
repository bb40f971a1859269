/**
 * The whole screen for a size: header, queue, card, keys, note, what was decided lately. Pure; says what it has drawn, so
 * that keys count only for that.
 */
import { paneOf } from "./choose-pane.ts";
import { type Frame, framePane, type Size } from "./frame.ts";
import type { Look } from "./look.ts";
import type { Drawn, State } from "./model.ts";
import { alertRows, headerRow } from "./render-header.ts";
import { queueRows } from "./render-queue.ts";
import { noteRow, recentRows } from "./render-recent.ts";
import { cutRow, type Row, span } from "./row.ts";

/** Where less fits nothing is shown, so that nothing can be allowed: half a command is none. */
const LEAST: Size = { columns: 24, rows: 6 };

export function renderScreen(state: State, size: Size, look: Look): Frame {
  const { columns, rows } = size;
  if (isTooSmall(size)) return tooSmall(state, size, look);
  const top = [
    ...(rows >= 12 ? [headerRow(state, columns, look)] : []),
    ...(rows >= 14 ? alertRows(state, columns, look) : []),
    ...queueRows(state, columns, queueRoom(rows), look),
  ];
  const room = rows - top.length - 2;
  const pane = paneOf(state, { columns, rows: room - 1, keys: keyRoom(rows) }, look);
  const free = Math.max(1, room - pane.foot.length);
  const recentRoom = recentRowsFor(rows);
  const isIdle = state.front === undefined && state.open.kind === "card";
  const height = isIdle
    ? Math.min(free, pane.body.length + 1)
    : Math.max(Math.min(free, pane.body.length + 1), free - recentRoom);
  const card = framePane(state, pane, height, columns, look);
  const note = noteRow(state, columns, look);
  const left = rows - top.length - card.rows.length - 1;
  return {
    rows: fillRows([...top, ...card.rows, note, ...recentRows(state, columns, left, look)], rows),
    drawn: card.drawn,
  };
}

/** Only the card and the note: for a place on somebody else's screen. */
export function renderCard(state: State, size: Size, look: Look): Frame {
  const { columns } = size;
  if (isTooSmall(size)) return tooSmall(state, size, look);
  const pane = paneOf(state, { columns, rows: size.rows - 3, keys: keyRoom(size.rows + 4) }, look);
  const height = Math.max(1, Math.min(pane.body.length + 1, size.rows - 2 - pane.foot.length));
  const { rows, drawn } = framePane(state, pane, height, columns, look);
  const all = [...rows, noteRow(state, columns, look)];
  return { rows: all.length > size.rows ? fillRows(all, size.rows) : all, drawn };
}

function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows;
}

function tooSmall({ open }: State, { columns, rows }: Size, look: Look): Frame {
  const text = `guard: needs ${LEAST.columns}x${LEAST.rows}`;
  const drawn: Drawn = { front: "", open: open.kind, from: 0, to: 0, total: 0, commandEnd: 0, listed: [] };
  return { rows: fillRows([cutRow([span(text, "bold")], columns, look)], rows), drawn };
}

function queueRoom(rows: number): number {
  if (rows < 12) return 0;
  return rows < 16 ? 1 : Math.floor(rows / 6);
}

function recentRowsFor(rows: number): number {
  if (rows < 20) return 0;
  return Math.floor(rows / (rows < 36 ? 6 : 3)) + 1;
}

function keyRoom(rows: number): number {
  if (rows < 12) return 2;
  return rows < 30 ? 3 : 4;
}

/** Exactly so many. */
function fillRows(rows: readonly Row[], wanted: number): Row[] {
  return Array.from({ length: Math.max(0, wanted) }, (_, index) => rows[index] ?? []);
}
