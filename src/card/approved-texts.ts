/** What a person has allowed to run, by its text: so that the next card can show what is another one now. For this session, in memory. */
import type { RunText } from "../protocol/card-messages.ts";
import { differenceRows } from "./difference-rows.ts";

/** Whole: what a card would cut is compared as well. `title` and `path` say which text it is: a package.json holds many. */
export type WholeText = Pick<RunText, "title" | "path" | "text">;

export interface ApprovedTexts {
  readonly note: (texts: readonly WholeText[], nowMs: number) => void;
  /** Undefined: never allowed, or the same. */
  readonly changeOf: (text: WholeText) => RunText["change"];
}

const MOST_TEXTS = 200;
/** Two bytes for each character. */
const MAX_BYTES = 4 * 1024 * 1024;

interface Kept {
  readonly text: string;
  readonly atMs: number;
}

export function createApprovedTexts(): ApprovedTexts {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= sizeOf(kept.get(key)?.text ?? "");
    kept.delete(key);
  }

  function keep(text: WholeText, atMs: number): void {
    const key = keyOf(text);
    // Noted again, it is the newest.
    forget(key);
    if (sizeOf(text.text) > MAX_BYTES) return;
    kept.set(key, { text: text.text, atMs });
    bytes += sizeOf(text.text);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_TEXTS && bytes <= MAX_BYTES) return;
      forget(oldest);
    }
  }

  return {
    note(texts, nowMs) {
      for (const text of texts) keep(text, nowMs);
    },
    changeOf(text) {
      const before = kept.get(keyOf(text));
      const rows = before && differenceRows(before.text, text.text);
      return rows && { sinceMs: before.atMs, rows };
    },
  };
}

function keyOf({ title, path }: WholeText): string {
  return JSON.stringify([title, path]);
}

function sizeOf(text: string): number {
  return text.length * 2;
}
