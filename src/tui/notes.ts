/** One line about what just happened. The newest is shown; some are kept for whoever reads linear text. */
import type { Note, State } from "./model.ts";

const KEPT = 20;

export function noteOf(tone: Note["tone"], text: string): Omit<Note, "atMs"> {
  return { tone, text };
}

export function withNote(state: State, note: Omit<Note, "atMs">): State {
  const dated: Note = { ...note, atMs: state.nowMs };
  return { ...state, note: dated, notes: [...state.notes, dated].slice(-KEPT) };
}

/** Long enough to be read by whoever was typing when it came. */
const READ_MS = 2_000;

/** With the next key after that it is old. */
export function withoutOldNote(state: State): State {
  const { note, ...rest } = state;
  return note && state.nowMs - note.atMs >= READ_MS ? rest : state;
}

/** What is about something that is over says nothing any more. */
export function withoutNoteAbout(state: State, about: NonNullable<Note["about"]>): State {
  const { note, ...rest } = state;
  return note?.about === about ? rest : state;
}

/** Enough of a line to know it again. */
export function beginningOf(line: string): string {
  const chars = Array.from(line.slice(0, 130));
  return chars.length > 60 ? `${chars.slice(0, 60).join("")} …` : line;
}
