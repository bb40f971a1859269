/**
 * What was recorded, for people who ask: log, stats, suggest, replay, verify. This folder reads audit.db and never writes to it, but for lines
 * that a killed session has left (audit/take-in.ts); what it makes for itself (index.db) can be thrown away at any time.
 */
import { existsSync } from "node:fs";
import { closeQuietly, type Database, explainSqlite, openDatabase } from "../audit/database.ts";
import { takeInLines } from "../audit/take-in.ts";
import { findGone } from "./find-gone.ts";

export type OpenedHistory =
  | { readonly kind: "open"; readonly database: Database }
  | { readonly kind: "none" }
  | OpenFailure;

export interface OpenFailure {
  readonly kind: "failed";
  /** `unusable`: nothing is wrong with what it holds, as far as can be told. */
  readonly why: "gone" | "damaged" | "unusable";
  readonly reason: string;
}

/** A reader waits for a session that ends, not for ever. */
const WAIT_MS = 2_000;

export function openHistory(file: string): OpenedHistory {
  if (!existsSync(file)) {
    const gone = findGone(file);
    return gone === undefined ? { kind: "none" } : { kind: "failed", why: "gone", reason: gone };
  }
  const opened = openDatabase(file, { as: "read", waitMs: WAIT_MS });
  switch (opened.kind) {
    case "open":
      return takenIn(file, opened.database);
    default:
      return failureOf(file, opened);
  }
}

function takenIn(file: string, database: Database): OpenedHistory {
  try {
    if (hasRecords(database)) {
      takeInLines(file, database);
      return { kind: "open", database };
    }
    closeQuietly(database);
    const reason = `${file} holds no record at all; guard log repair makes it anew from the lines`;
    return { kind: "failed", why: "damaged", reason };
  } catch (error) {
    closeQuietly(database);
    return readFailure(file, error);
  }
}

/** What SQLite said while somebody read, in words that name the file and what to do. */
export function readFailure(file: string, error: unknown): OpenFailure {
  return failureOf(file, explainSqlite(file, error));
}

function failureOf(file: string, problem: ReturnType<typeof explainSqlite>): OpenFailure {
  if (problem.kind === "busy")
    return { kind: "failed", why: "unusable", reason: `${file} is held by another process; try again` };
  const why = problem.kind === "damaged" ? "damaged" : "unusable";
  return { kind: "failed", why, reason: problem.reason };
}

/** Thrown by SQLite, so that it is about the record and no mistake of guard's. */
export function isFromSqlite(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && code.startsWith("SQLITE_");
}

/** An empty file is a database to SQLite. */
function hasRecords(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'record'").get() !== undefined;
}
