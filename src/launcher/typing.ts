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

/** Arrows, replies of the terminal, the brackets of a paste, Alt and a key: not text by themselves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what terminals send
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?/gs;

/** Enter ends a text; what is pasted counts letter by letter, and a line end in it ends nothing. */
export function keysAfter(before: number, bytes: Buffer): number {
  const text = bytes.toString();
  if (!text.includes(ESC) && /[\r\n]$/.test(text)) return 0;
  return before + Array.from(text.replace(SEQUENCE, "")).length;
}
