/** What is asked of audit.db while it is written to. */
import type { Database } from "./database.ts";

export interface LastRow {
  readonly seq: number;
  readonly at_ms: number;
  readonly hash: Buffer;
  readonly copy_first: number;
  readonly copy_end: number;
}

export const LAST_ROW = "SELECT seq, at_ms, hash, copy_first, copy_end FROM record ORDER BY seq DESC LIMIT 1";

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    rollback: database.prepare("ROLLBACK"),
    last: database.prepare(LAST_ROW),
    hashOf: database.prepare("SELECT hash FROM record WHERE seq = ?"),
    first: database.prepare("SELECT seq, at_ms FROM record ORDER BY seq LIMIT 1"),
    // Never the last one: the chain goes on from it. Bounded before it is compared: nothing else is read.
    oldest: database.prepare(
      `SELECT min(seq) AS first, max(seq) AS last FROM (SELECT seq, at_ms FROM record ORDER BY seq LIMIT ?)
       WHERE at_ms < ? AND seq < (SELECT max(seq) FROM record)`,
    ),
    remove: database.prepare("DELETE FROM record WHERE seq <= ?"),
    insert: database.prepare(
      "INSERT INTO record (seq, at_ms, hash, copy_first, copy_end, body) VALUES (?, ?, ?, ?, ?, ?)",
    ),
  };
}
