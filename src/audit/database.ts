/**
 * The door to SQLite. WAL: readers and one writer do not wait for each other, and a killed process loses nothing that it committed. A power cut
 * may lose the last seconds (the disk is waited for at checkpoints only), never what was written before them.
 */
import { closeSync, constants, existsSync, fchmodSync, fstatSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { explain, findWrong } from "./open-file.ts";

export type Database = Sqlite.Database;
export type Statement = Sqlite.Statement;

export type OpenedDatabase =
  | { readonly kind: "open"; readonly database: Database }
  /** Somebody has it for himself: a session that ends, a repair. */
  | { readonly kind: "busy" }
  | { readonly kind: "damaged"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

export interface DatabaseOptions {
  /** `write`: `prepareDatabase` has made the file. `derive`: the same, by a reader for itself (history/); what is in it can be made again. */
  readonly as: "write" | "read" | "derive";
  /** How long to wait, in this thread, for another writer. */
  readonly waitMs: number;
}

/** SQLite's log of what is not in the database yet. */
export const LOG_BYTES = 4 * 1024 * 1024;

const BINDING = new URL("../../dist/native/better_sqlite3.node", import.meta.url);

export function openDatabase(file: string, { as, waitMs }: DatabaseOptions): OpenedDatabase {
  let database: Database | undefined;
  try {
    const nativeBinding = loadBinding() as unknown as string;
    database = new Sqlite(file, { readonly: as === "read", timeout: waitMs, nativeBinding });
    // First of all: what is not a database says so here.
    database.pragma("schema_version");
    if (as === "derive") {
      // Large pages, mapped: a reader looks through all of it, and each page would be a call to the system.
      database.pragma("page_size = 16384");
      database.pragma("mmap_size = 2147418112");
      database.pragma("cache_size = -65536");
    }
    if (as !== "read") {
      // Who does not wait for others does not wait for the disk either: a busy one takes seconds for a sync. What the order on the disk
      // needs is done by who carries the log over (AuditStore.carryOver).
      database.pragma(waitMs === 0 ? "synchronous = OFF" : "synchronous = NORMAL");
      database.pragma("journal_mode = WAL");
    }
    if (as === "write") {
      // Somebody else does it, in another thread (write-aside.ts): it waits for the disk.
      database.pragma("wal_autocheckpoint = 0");
      // After that it is begun anew, and no longer than this.
      database.pragma(`journal_size_limit = ${LOG_BYTES}`);
    }
    return { kind: "open", database };
  } catch (error) {
    closeQuietly(database);
    // Readers share some memory in a file beside it.
    if (as === "read" && (error as { code?: string }).code === "SQLITE_CANTOPEN" && existsSync(file))
      return {
        kind: "failed",
        reason: `${file} cannot be read where no file can be made beside it; copy its folder to another disk and name that by XDG_STATE_HOME`,
      };
    return explainSqlite(file, error);
  }
}

/** What SQLite says, in words that tell what to do. */
export function explainSqlite(file: string, error: unknown): Exclude<OpenedDatabase, { kind: "open" }> {
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return { kind: "busy" };
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code))
    return {
      kind: "damaged",
      reason: `${file} is damaged (${message}); guard log repair makes it anew from the copy beside it`,
    };
  if (/^SQLITE_FULL/.test(code)) return { kind: "failed", reason: `the disk of ${file} is full; make room` };
  if (/^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/.test(code))
    return {
      kind: "failed",
      reason: `${file} cannot be written (${message}); check the rights of it and its folder`,
    };
  if (/^SQLITE_IOERR/.test(code))
    return {
      kind: "failed",
      reason: `${file} cannot be written (${message}); its disk may be full or broken`,
    };
  if (code !== "" && !code.startsWith("SQLITE_"))
    return { kind: "failed", reason: explain(file, error as NodeJS.ErrnoException) };
  return { kind: "failed", reason: `${file}: ${message}` };
}

export function closeQuietly(database: Database | undefined): void {
  try {
    database?.close();
  } catch {
    // It is given up; what it held is the kernel's.
  }
}

/**
 * SQLite would follow a link, and make a file that others may read. Only while this process has it not open: whoever closes a file
 * loses all locks that his process has on it, SQLite's too. Throws what the system says.
 */
export function prepareDatabase(file: string): string | undefined {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const fd = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stats = fstatSync(fd);
    const wrong = findWrong(file, stats);
    if (wrong === undefined && (stats.mode & 0o777) !== 0o600) fchmodSync(fd, 0o600);
    return wrong;
  } finally {
    closeSync(fd);
  }
}

let binding: object | undefined;

function loadBinding(): object {
  if (binding !== undefined) return binding;
  const file = fileURLToPath(BINDING);
  if (!existsSync(file))
    throw new Error(
      `${file} is missing: it was not built. Install a C++ compiler (apt-get install g++ make) and guard again (./install.sh)`,
    );
  const loaded: { exports: object } = { exports: {} };
  try {
    process.dlopen(loaded, file);
  } catch (cause) {
    const problem = `SQLite's binding was built for another node than this one (${process.version}), or is broken`;
    throw new Error(`${problem}: use that node, or run ./install.sh again with this one`, { cause });
  }
  binding = loaded.exports;
  return binding;
}
