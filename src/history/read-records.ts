/** Records in the order in which they were written, one after the other: a million of them is never in memory at once. */
import type { Database } from "../audit/database.ts";
import { parseStored, type StoredRecord } from "./stored-record.ts";

export interface Range {
  readonly sinceMs?: number;
  readonly untilMs?: number;
}

export function* readRecords(database: Database, range: Range = {}): Generator<StoredRecord> {
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = range;
  const rows = database
    .prepare("SELECT body FROM record WHERE at_ms BETWEEN ? AND ? ORDER BY seq")
    .iterate(sinceMs, untilMs) as Iterable<{ readonly body: string }>;
  for (const { body } of rows) {
    const record = parseStored(body);
    if (record !== undefined) yield record;
  }
}
