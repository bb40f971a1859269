/** Rows on a real terminal, on a screen of its own: only what changed is written, all at once, and everything is put back. */

export interface Screen {
  draw(rows: readonly string[]): void;
  /** The terminal's content is unknown now: the next drawing writes all of it. */
  forget(): void;
  /** Puts back what was there. May be called twice. */
  leave(): void;
}

const ESC = "\u001b[";
/** Own screen, no cursor, no wrapping (a letter that is wider than we think stays in its row), pastes in brackets. */
const ENTER = `${ESC}?1049h${ESC}?25l${ESC}?7l${ESC}?2004h${ESC}2J`;
const LEAVE = `${ESC}?2004l${ESC}?7h${ESC}0m${ESC}?25h${ESC}?1049l`;
const BEGIN = `${ESC}?2026h`;
const END = `${ESC}?2026l`;

export function openScreen(write: (text: string) => void): Screen {
  let shown: readonly string[] = [];
  let isUnknown = true;
  let isOpen = true;
  write(ENTER);
  return {
    draw(rows) {
      if (!isOpen) return;
      // Cleared first, never behind the last row: the cursor would stop on it.
      const old = isUnknown ? [] : shown;
      const clear = isUnknown ? `${ESC}2J` : "";
      const length = Math.max(rows.length, old.length);
      const changed = Array.from({ length }, (_, index) => index)
        .filter((index) => rows[index] !== (old[index] ?? (isUnknown ? "" : undefined)))
        .map((index) => `${ESC}${index + 1};1H${ESC}2K${rows[index] ?? ""}`);
      shown = rows;
      isUnknown = false;
      if (clear !== "" || changed.length > 0) write(`${BEGIN}${clear}${changed.join("")}${END}`);
    },
    forget() {
      isUnknown = true;
    },
    leave() {
      if (isOpen) write(LEAVE);
      isOpen = false;
    },
  };
}
