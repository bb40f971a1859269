/** How much of the record is older than a time: what retention would take, before it is asked to. */
import type { Database } from "../audit/database.ts";

export interface Older {
  readonly records: number;
  readonly all: number;
}

export function countOlder(database: Database, beforeMs: number): Older {
  return database
    .prepare('SELECT count(*) FILTER (WHERE at_ms < ?) AS records, count(*) AS "all" FROM record')
    .get(beforeMs) as Older;
}
