/** When keys are a card's: not before it was there for a moment, and never the rest of a text that was meant for the agent. */
import { keysAfter } from "./typing.ts";

export interface Settling {
  /** `early`: typed before anybody could read the card. `text`: somebody is typing to the agent; only Esc leads to the card. */
  take(bytes: Buffer, coveredAtMs: number | undefined, nowMs: number): "answer" | "early" | "text";
}

const SETTLE_MS = 600;
const PAUSE_MS = 250;
/** So many keys are a text, and not an answer that came too early. Its rest may come at any pace. */
const TYPING_KEYS = 2;
const ESC = 0x1b;

/** `typedKeys`: of a text for the agent that was not ended when the card came. */
export function createSettling(typedKeys: number): Settling {
  let keys = typedKeys;
  let lastAtMs = Number.NEGATIVE_INFINITY;
  let isSettled = false;
  return {
    take(bytes, coveredAtMs, nowMs) {
      if (isSettled) return "answer";
      const isEarly = coveredAtMs === undefined || nowMs - coveredAtMs < SETTLE_MS;
      const isText = keys >= TYPING_KEYS && !(bytes.length === 1 && bytes[0] === ESC);
      isSettled = !isEarly && !isText && nowMs - lastAtMs >= PAUSE_MS;
      lastAtMs = nowMs;
      keys = keysAfter(keys, bytes);
      if (isSettled) return "answer";
      return keys >= TYPING_KEYS ? "text" : "early";
    },
  };
}
