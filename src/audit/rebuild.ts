/** A database that is damaged or gone is made anew from the lines beside it. The damaged one is kept, and a record says what was done. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { readLine } from "./chain.ts";
import { listCopies, readLines } from "./copy-files.ts";
import { closeQuietly, explainSqlite, openDatabase, prepareDatabase } from "./database.ts";
import { encodeRecord } from "./encode-record.ts";
import { explain, prepareFolder } from "./open-file.ts";
import { prepareSchema } from "./schema.ts";
import { AuditStore, copyOf } from "./store.ts";

export type Rebuilt =
  /** `aside`: where the old one is now, if there was one. */
  | { readonly kind: "rebuilt"; readonly records: number; readonly aside: string | undefined }
  | { readonly kind: "failed"; readonly reason: string };

/** Nobody may be writing: sessions must have ended. */
export function rebuildDatabase(file: string, session: string): Rebuilt {
  try {
    // Whole before anything is moved: what fails leaves all as it was.
    const made = `${file}.new`;
    for (const end of ["", "-wal", "-shm"]) rmSync(`${made}${end}`, { force: true });
    const wrong = prepareFolder(dirname(file)) ?? prepareDatabase(made);
    if (wrong !== undefined) return { kind: "failed", reason: wrong };
    const records = fill(made, copyOf(file));
    const aside = putAside(file);
    renameSync(made, file);
    const noted = note(file, session, records, aside);
    return noted === undefined ? { kind: "rebuilt", records, aside } : { kind: "failed", reason: noted };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!code.startsWith("SQLITE_")) return { kind: "failed", reason: explain(file, error as Error) };
    const explained = explainSqlite(file, error);
    return { kind: "failed", reason: explained.kind === "busy" ? `${file} is in use` : explained.reason };
  }
}

function putAside(file: string): string | undefined {
  const mark = `-damaged-${Date.now()}`;
  for (const end of ["-wal", "-shm"])
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${file}${mark}${end}`);
  if (!existsSync(file)) return undefined;
  renameSync(file, `${file}${mark}`);
  return `${file}${mark}`;
}

/** As they stand: a gap, or a line that was changed, is for `guard log verify` to find. */
function fill(file: string, copy: string): number {
  const opened = openDatabase(file, { as: "write", waitMs: 0 });
  if (opened.kind === "busy") throw new Error(`${file} is in use`);
  if (opened.kind !== "open") throw new Error(opened.reason);
  const { database } = opened;
  try {
    prepareSchema(database, file);
    const insert = database.prepare(
      "INSERT OR IGNORE INTO record (seq, at_ms, hash, copy_first, copy_end, body) VALUES (?, ?, ?, ?, ?, ?)",
    );
    let records = 0;
    const fillAll = database.transaction(() => {
      let taken = 0;
      for (const { seq, atMs, hash, first, end, body } of rowsIn(copy)) {
        records += insert.run(seq, atMs, hash, first, end, body).changes;
        taken = takenBy(body) ?? taken;
      }
      // Lines of records that retention took may still be there.
      records -= database.prepare("DELETE FROM record WHERE seq <= ?").run(taken).changes;
    });
    fillAll();
    return records;
  } finally {
    closeQuietly(database);
  }
}

function takenBy(body: string): number | undefined {
  if (!body.includes('"event":"retention"')) return undefined;
  const { event, details } = JSON.parse(body) as { event?: unknown; details?: { last?: unknown } };
  return event === "retention" && typeof details?.last === "number" ? details.last : undefined;
}

function* rowsIn(copy: string) {
  for (const part of listCopies(dirname(copy))) {
    let end = 0;
    let first: number | undefined;
    for (const { text, state } of readLines(part)) {
      end += Buffer.byteLength(text) + (state === "whole" ? 1 : 0);
      const line = state === "whole" ? readLine(text) : undefined;
      if (line === undefined) continue;
      first ??= line.seq;
      const atMs = Date.parse(/"timestamp":"([^"]+)"/.exec(line.body)?.[1] ?? "") || 0;
      yield { ...line, atMs, first, end };
    }
  }
}

function note(file: string, session: string, records: number, aside: string | undefined): string | undefined {
  const opened = AuditStore.open({ file, session, waitMs: 0, opening: "first" });
  if (opened.kind !== "open") return opened.kind === "busy" ? `${file} is in use` : opened.reason;
  const details = { records, ...(aside === undefined ? {} : { aside }) };
  const stored = opened.store.write([encodeRecord({ event: "repair", session, details })]);
  opened.store.close();
  if (stored.kind === "stored") return undefined;
  return stored.kind === "busy" ? `${file} is in use` : stored.reason;
}
