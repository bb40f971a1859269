/** What people said no to before a time: that counts, however long ago it was. */
import type { Database } from "../audit/database.ts";
import { isVerdict, parseStored, type StoredVerdict } from "./stored-record.ts";

export function* readRefusals(database: Database, beforeMs: number): Generator<StoredVerdict> {
  const rows = database
    .prepare(
      `SELECT body FROM record WHERE at_ms < ? AND body LIKE '%"verdict":"deny"%'
       AND (body LIKE '%"decided_by":"person"%' OR body LIKE '%"decided_by":"grant"%') ORDER BY seq`,
    )
    .iterate(beforeMs) as Iterable<{ readonly body: string }>;
  for (const { body } of rows) {
    const record = parseStored(body);
    if (record !== undefined && isVerdict(record)) yield record;
  }
}
