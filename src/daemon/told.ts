/** Who answers a question wants to know what came of it: the verdict, not the answer. */
import type { Verdict } from "../protocol/agent-messages.ts";

export interface Told {
  /** What the asker of this check will be told. Undefined: it takes too long to wait for. */
  next(check: string): Promise<Verdict | "withdrawn" | undefined>;
  tell(check: string, verdict: Verdict | "withdrawn"): void;
}

const PATIENCE_MS = 2_000;

export function createTold(): Told {
  const waiting = new Map<string, (verdict: Verdict | "withdrawn" | undefined) => void>();
  return {
    next: (check) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => done(undefined), PATIENCE_MS);
        const done = (verdict: Verdict | "withdrawn" | undefined) => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(verdict);
        };
        waiting.set(check, done);
      }),
    tell: (check, verdict) => waiting.get(check)?.(verdict),
  };
}
