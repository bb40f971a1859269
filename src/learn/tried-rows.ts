/** What a rule would have allowed, as people read it: the same command in the same folder is one row, newest first. */
import type { Unallowed } from "./asked-part.ts";
import { addOutcomes } from "./change-rows.ts";
import type { AlsoAllowed, SavedQuestion } from "./suggestion.ts";

/** `numbers`: by which two rules are known to save the same. */
export function savesOf(
  answered: readonly Unallowed[],
  numbers: ReadonlyMap<Unallowed, number>,
): SavedQuestion[] {
  return answered
    .map((one) => {
      const { line, cwd, firstMs, lastMs, standing } = one.seen;
      return { question: numbers.get(one) ?? -1, line, cwd, count: standing, firstMs, lastMs };
    })
    .toSorted((a, b) => b.lastMs - a.lastMs);
}

export function alsoOf(allowed: readonly Unallowed[]): AlsoAllowed[] {
  const rows = new Map<string, AlsoAllowed>();
  for (const { seen } of allowed) {
    const { line, cwd, count, lastMs, outcomes } = seen;
    const key = JSON.stringify([line, cwd]);
    const known = rows.get(key);
    rows.set(
      key,
      known === undefined
        ? { line, cwd, count, lastMs, outcomes }
        : {
            ...known,
            count: known.count + count,
            lastMs: Math.max(known.lastMs, lastMs),
            outcomes: addOutcomes(known.outcomes, outcomes),
          },
    );
  }
  return [...rows.values()].toSorted((a, b) => b.lastMs - a.lastMs);
}
