/** One line about what just happened. The newest is shown; some are kept for whoever reads linear text. */
import type { Note, State } from "./model.ts";

const KEPT = 20;

export function noteOf(tone: Note["tone"], text: string): Omit<Note, "atMs"> {
  return { tone, text };
}

export function withNote(state: State, note: Omit<Note, "atMs">): State {
  return { ...state, notes: [...state.notes, { ...note, atMs: state.nowMs }].slice(-KEPT) };
}

/** Enough of a line to know it again. */
export function beginningOf(line: string): string {
  const chars = Array.from(line.slice(0, 130));
  return chars.length > 60 ? `${chars.slice(0, 60).join("")} …` : line;
}
