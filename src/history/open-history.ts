/**
 * What was recorded, for people who ask: log, stats, suggest, replay, verify. This folder reads audit.db and never writes to it, but for lines
 * that a killed session has left (audit/take-in.ts); what it makes for itself (index.db) can be thrown away at any time.
 */
import { existsSync } from "node:fs";
import { closeQuietly, type Database, explainSqlite, openDatabase } from "../audit/database.ts";
import { takeInLines } from "../audit/take-in.ts";

export type OpenedHistory =
  | { readonly kind: "open"; readonly database: Database }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly reason: string };

/** A reader waits for a session that ends, not for ever. */
const WAIT_MS = 2_000;

export function openHistory(file: string): OpenedHistory {
  if (!existsSync(file)) return { kind: "none" };
  const opened = openDatabase(file, { as: "read", waitMs: WAIT_MS });
  switch (opened.kind) {
    case "open":
      return hasRecords(opened.database)
        ? takenIn(file, opened.database)
        : {
            kind: "failed",
            reason: `${file} holds no record at all; guard log repair makes it anew from the lines`,
          };
    case "busy":
      return { kind: "failed", reason: `${file} is held by another process; try again` };
    case "damaged":
    case "failed":
      return { kind: "failed", reason: opened.reason };
  }
}

function takenIn(file: string, database: Database): OpenedHistory {
  try {
    takeInLines(file, database);
    return { kind: "open", database };
  } catch (error) {
    closeQuietly(database);
    const explained = explainSqlite(file, error);
    return {
      kind: "failed",
      reason: explained.kind === "busy" ? `${file} is held by another process` : explained.reason,
    };
  }
}

/** An empty file is a database to SQLite. */
function hasRecords(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'record'").get() !== undefined;
}
