/** Waits for something to become true: asks again and again until it is, or says what never came. */
import { setTimeout as pause } from "node:timers/promises";

const LIMIT_MS = 20_000;

export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  limitMs = LIMIT_MS,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`${what}: did not happen within ${limitMs} ms`);
    await pause(5);
  }
}
