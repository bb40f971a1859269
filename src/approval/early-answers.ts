/** Allows for askers that had gone before the answer came: each answers the next identical check, once. */

export interface EarlyAnswer {
  readonly question: string;
  readonly answers: "ask" | "confirm";
  readonly reason?: string;
  readonly person?: string;
  readonly endsAtMs: number;
}

export interface EarlyAnswers {
  readonly keep: (key: string, answer: EarlyAnswer) => void;
  /** Finds it and uses it up. */
  readonly take: (key: string, ruling: "ask" | "confirm") => EarlyAnswer | undefined;
  readonly clear: () => void;
  readonly size: () => number;
}

const MAX_KEPT = 1_000;

export function createEarlyAnswers(nowMs: () => number): EarlyAnswers {
  const kept = new Map<string, EarlyAnswer>();
  return {
    keep(key, answer) {
      for (const [other, { endsAtMs }] of kept) if (endsAtMs <= nowMs()) kept.delete(other);
      // The oldest goes: its check is asked again.
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.delete(key);
      kept.set(key, answer);
    },
    take(key, ruling) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      if (found.endsAtMs <= nowMs()) {
        kept.delete(key);
        return undefined;
      }
      if (ruling === "confirm" && found.answers !== "confirm") return undefined;
      kept.delete(key);
      return found;
    },
    clear: () => kept.clear(),
    size: () => kept.size,
  };
}
