/**
 * index.db, beside the copy: derived, so nothing is lost with it. What is damaged is made anew. Where it cannot be kept (a folder that is read-only,
 * something in its place) it is made for this once, in a temporary file that SQLite removes itself.
 */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  closeQuietly,
  type Database,
  explainSqlite,
  openDatabase,
  prepareDatabase,
} from "../audit/database.ts";
import { explain } from "../audit/open-file.ts";
import { prepareIndex } from "./index-schema.ts";

export interface IndexFile {
  readonly database: Database;
  /** Undefined: kept; else why it is made for this once. */
  readonly notKept: string | undefined;
  /** Removed or replaced, from outside: then what is open is nobody's any more. */
  readonly isStillThere: () => boolean;
}

/** A step of another reader takes less. */
const WAIT_MS = 10_000;

export function indexOf(auditFile: string): string {
  return join(dirname(auditFile), "audit/index.db");
}

/** Throws when not even a temporary file can be had. */
export function openIndex(file: string): IndexFile {
  const kept = openKept(file);
  if (typeof kept !== "string") {
    const inode = statSync(file, { throwIfNoEntry: false })?.ino;
    const isStillThere = () => statSync(file, { throwIfNoEntry: false })?.ino === inode;
    return { database: kept, notKept: undefined, isStillThere };
  }
  return { database: openTemporary(), notKept: kept, isStillThere: () => true };
}

/** Made anew by who opens it next. */
export function removeIndex(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
}

/**
 * What neither another process nor the disk explains: a column that is not there, a value of another type. It costs little to make the index
 * anew, once.
 */
export function isDamaged(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return code === "" || (code.startsWith("SQLITE_") && !OUTSIDE.test(code));
}

const OUTSIDE = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|CANTOPEN|PERM|AUTH|IOERR|NOMEM|INTERRUPT)/;

/** Why not, in words. */
function openKept(file: string): Database | string {
  const opened = tryOpen(file);
  if (opened !== "damaged") return opened;
  try {
    removeIndex(file);
  } catch (error) {
    return explain(file, error as NodeJS.ErrnoException);
  }
  const again = tryOpen(file);
  return again === "damaged" ? `${file} is damaged` : again;
}

function tryOpen(file: string): Database | string {
  try {
    const wrong = prepareDatabase(file);
    if (wrong !== undefined) return wrong;
  } catch (error) {
    return explain(file, error as NodeJS.ErrnoException);
  }
  const opened = openDatabase(file, { as: "derive", waitMs: WAIT_MS });
  switch (opened.kind) {
    case "busy":
      return `${file} is held by another process`;
    case "damaged":
      return "damaged";
    case "failed":
      return opened.reason;
    case "open":
      return prepared(file, opened.database);
  }
}

function prepared(file: string, database: Database): Database | string {
  try {
    prepareIndex(database);
    return database;
  } catch (error) {
    closeQuietly(database);
    if (isDamaged(error)) return "damaged";
    const explained = explainSqlite(file, error);
    return explained.kind === "busy" ? `${file} is held by another process` : explained.reason;
  }
}

function openTemporary(): Database {
  const opened = openDatabase("", { as: "derive", waitMs: 0 });
  if (opened.kind !== "open") throw new Error(opened.kind === "busy" ? "busy" : opened.reason);
  prepareIndex(opened.database);
  return opened.database;
}
