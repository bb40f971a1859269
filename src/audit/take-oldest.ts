/** Retention's one step: rows go, and a record says which, with the hash that the next one follows. */
import type { Batch } from "./batch.ts";
import type { LastRow, Statements } from "./statements.ts";

/** Inside the locks: another session may have taken some of them a moment ago. */
export function takeOldest(
  batch: Batch,
  { oldest, hashOf, remove }: Statements,
  beforeMs: number,
  most: number,
): { last: number; count: number } {
  const { first, last } = oldest.get(most, beforeMs) as { first: number | null; last: number | null };
  const row = last === null ? undefined : (hashOf.get(last) as LastRow | undefined);
  if (first === null || last === null || row === undefined) return { last: 0, count: 0 };
  const hash = row.hash.toString("hex");
  batch.note("retention", { first, last, hash, before: new Date(beforeMs).toISOString() });
  remove.run(last);
  return { last, count: last - first + 1 };
}
