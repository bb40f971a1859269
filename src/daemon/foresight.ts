/**
 * What was announced and could not be allowed at once comes again when it is loaded: then the engine's answer is there
 * already. It counts only for the very same check, moments later.
 */
import type { Mode } from "../core/ruling.ts";
import type { CheckResult } from "../decide/result.ts";
import type { PreparedCheck } from "./check-input.ts";

export interface Foresight {
  keep(input: PreparedCheck["input"], mode: Mode, result: CheckResult): void;
  take(input: PreparedCheck["input"], mode: Mode): CheckResult | undefined;
}

const MOST = 8;
/** Facts on the disk may have changed by then. */
const MAX_AGE_MS = 50;

export function createForesight(): Foresight {
  const kept = new Map<string, { readonly result: CheckResult; readonly atMs: number }>();
  return {
    keep(input, mode, result) {
      kept.set(keyOf(input, mode), { result, atMs: performance.now() });
      if (kept.size > MOST) kept.delete(kept.keys().next().value ?? "");
    },
    take(input, mode) {
      if (kept.size === 0) return undefined;
      const key = keyOf(input, mode);
      const found = kept.get(key);
      kept.delete(key);
      return found !== undefined && performance.now() - found.atMs <= MAX_AGE_MS ? found.result : undefined;
    },
  };
}

function keyOf(input: PreparedCheck["input"], mode: Mode): string {
  return JSON.stringify([mode, input]);
}
