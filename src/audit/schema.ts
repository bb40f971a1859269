/** What is in audit.db. Records are only ever added; retention takes whole beginnings away and says so in a record. */
import type { Database } from "./database.ts";

/** `copy_first`, `copy_end`: the file of the copy that holds it, and where its line ends there. `at_ms`: the body's timestamp, to find it by. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS record (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  hash BLOB NOT NULL,
  copy_first INTEGER NOT NULL,
  copy_end INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT`;

export const SCHEMA_VERSION = 1;

/** What is wrong, or undefined. Throws what SQLite says. */
export function prepareSchema(database: Database, file: string): string | undefined {
  const version = Number(database.pragma("user_version", { simple: true }));
  if (version === SCHEMA_VERSION) return undefined;
  if (version !== 0)
    return `${file} was made by another version of guard (${version}, this one knows ${SCHEMA_VERSION}); use that one, or move the file away`;
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  return undefined;
}
