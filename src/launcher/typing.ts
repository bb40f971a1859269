/** Whether somebody is in the middle of a text for the agent: then the keys that follow are its rest, at whatever pace they come. */

export interface Typing {
  note(bytes: Buffer, nowMs: number): void;
  /** Keys of the text that is being typed; 0: nobody is typing. */
  keysAt(nowMs: number): number;
}

/** Who has paused for longer has looked up. */
const TYPING_MS = 3_000;
const ESC = "\u001b";

export function createTyping(): Typing {
  let keys = 0;
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    note(bytes, nowMs) {
      keys = keysAfter(nowMs - lastAtMs > TYPING_MS ? 0 : keys, bytes);
      lastAtMs = nowMs;
    },
    keysAt: (nowMs) => (nowMs - lastAtMs > TYPING_MS ? 0 : keys),
  };
}

/** Enter ends a text; sequences are arrows and replies of the terminal, not text. */
export function keysAfter(before: number, bytes: Buffer): number {
  const text = bytes.toString();
  if (/[\r\n]$/.test(text)) return 0;
  return text.startsWith(ESC) ? before : before + 1;
}
