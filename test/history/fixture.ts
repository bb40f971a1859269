/** A record of some sessions, closed and carried over, in a folder of its own; and hands to harm it with. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, onTestFinished } from "vitest";
import { encodeRecord } from "../../src/audit/encode-record.ts";
import { noteHead } from "../../src/audit/heads.ts";
import type { AuditRecord } from "../../src/audit/record.ts";
import { AuditStore, copyOf, type StoreOptions } from "../../src/audit/store.ts";
import { openHistory } from "../../src/history/open-history.ts";
import { type Verified, verifyHistory } from "../../src/history/verify.ts";
import { parseHead } from "../../src/history/verify-heads.ts";

export const START_MS = Date.parse("2026-03-01T10:00:00.000Z");

export interface WriteOptions extends Partial<StoreOptions> {
  readonly file: string;
}

/** Each in a commit of its own, a second apart. */
export function writeAll(records: readonly AuditRecord[], options: WriteOptions, startMs = START_MS): void {
  let nowMs = startMs;
  const opened = AuditStore.open({
    ...{ session: "aaaa1111", waitMs: 1_000, opening: "first", lookEveryMs: 0 },
    nowMs: () => nowMs,
    ...options,
  });
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  let head: Parameters<typeof noteHead>[2] | undefined;
  for (const record of records) {
    nowMs += 1_000;
    const stored = opened.store.write([encodeRecord(record)]);
    if (stored.kind !== "stored") throw new Error(JSON.stringify(stored));
    head = stored.head;
  }
  opened.store.close();
  if (head !== undefined) noteHead(copyOf(options.file), options.session ?? "aaaa1111", head);
}

/** Its own for each test: what `make` made is copied. */
export function createTemplate(make: (folder: string) => void): () => string {
  const template = mkdtempSync(join(tmpdir(), "history-"));
  afterAll(() => rmSync(template, { recursive: true, force: true }));
  make(template);
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "history-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(template, folder, { recursive: true });
    return folder;
  };
}

export const BINDING = resolve(import.meta.dirname, "../../dist/native/better_sqlite3.node");

/** As somebody with a shell and sqlite3 would. */
export function sql(file: string, text: string): void {
  const database = new Sqlite(file, { nativeBinding: BINDING });
  database.exec(text);
  database.close();
}

export async function verify(file: string, head?: string): Promise<Verified> {
  const opened = openHistory(file);
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  const told = head === undefined ? undefined : parseHead(head);
  const report = await verifyHistory(file, opened.database, told ? [told] : []);
  opened.database.close();
  return report;
}
