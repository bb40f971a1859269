/**
 * The record itself: audit.db, and its copy in lines. One transaction writes a batch: chain, rows, lines, commit. "stored" is said after the
 * commit and never before; whatever fails leaves nothing behind. Synchronous: who calls it on a loop must know that it is quick (recorder).
 */
import { statSync } from "node:fs";
import { Batch } from "./batch.ts";
import type { Head } from "./chain.ts";
import type { CopyPlace } from "./copy-file.ts";
import { explainSqlite } from "./database.ts";
import { findCopyEnd, followCopy, type Uncommitted } from "./follow-copy.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import type { LastRow } from "./statements.ts";
import { type FilesOptions, type FilesProblem, StoreFiles } from "./store-files.ts";

export { copyOf } from "./store-files.ts";

export type Stored =
  /** `strange`: what was found changed from outside, in words; it is on record. */
  | { readonly kind: "stored"; readonly head: Head; readonly strange: readonly string[] }
  /** Another session writes; nothing was waited for beyond `waitMs`. */
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly reason: string };

export type Taken =
  | (Extract<Stored, { readonly kind: "stored" }> & {
      readonly taken: { readonly last: number; readonly count: number };
    })
  | Exclude<Stored, { readonly kind: "stored" }>;

export interface StoreOptions extends FilesOptions {
  readonly session: string;
  readonly rotateBytes?: number;
}

export type OpenedStore = { readonly kind: "open"; readonly store: AuditStore } | FilesProblem;

const ROTATE_BYTES = 64 * 1024 * 1024;
/** A clock is trimmed by less; what is set back is set back by more. */
const CLOCK_SET_BACK_MS = 1_000;

export class AuditStore {
  readonly #options: StoreOptions;
  readonly #files: StoreFiles;
  /** The last record that this store has seen: it cannot vanish. */
  #seen: Head | undefined;

  private constructor(options: StoreOptions) {
    this.#options = options;
    this.#files = new StoreFiles(options);
  }

  static open(options: StoreOptions): OpenedStore {
    const store = new AuditStore(options);
    return store.#files.open() ?? { kind: "open", store };
  }

  write(texts: readonly string[]): Stored {
    return this.#safely(() =>
      this.#write((batch) => {
        for (const text of texts) batch.add(text);
      }),
    );
  }

  /**
   * Takes the oldest records away, at most so many: a record says which, with the hash that the next one follows. Undefined: there
   * are none to take.
   */
  prune(beforeMs: number, most: number): Taken | undefined {
    if ((this.oldestMs() ?? beforeMs) >= beforeMs) return undefined;
    let taken = { last: 0, count: 0 };
    const stored = this.#safely(() =>
      this.#write((batch) => {
        taken = this.#takeOldest(batch, beforeMs, most);
      }),
    );
    return stored.kind === "stored" ? { ...stored, taken } : stored;
  }

  /** Inside the lock: another session may have taken some of them a moment ago. */
  #takeOldest(batch: Batch, beforeMs: number, most: number): { last: number; count: number } {
    const { oldest, hashOf, remove } = this.#files.statements;
    const { first, last } = oldest.get(most, beforeMs) as { first: number | null; last: number | null };
    const row = last === null ? undefined : (hashOf.get(last) as LastRow | undefined);
    if (first === null || last === null || row === undefined) return { last: 0, count: 0 };
    const hash = row.hash.toString("hex");
    batch.note("retention", { first, last, hash, before: new Date(beforeMs).toISOString() });
    remove.run(last);
    return { last, count: last - first + 1 };
  }

  /** When the first record was written; undefined: there is none. */
  oldestMs(): number | undefined {
    return (this.#files.statements.first.get() as LastRow | undefined)?.at_ms;
  }

  /** The size of what waits to be carried over into the database, by who may wait for the disk. */
  logBytes(): number {
    return statSync(`${this.#options.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Waits for the disk: never on a loop. Others go on writing meanwhile. */
  carryOver(): void {
    this.#files.database?.pragma("wal_checkpoint(PASSIVE)");
    // Next to nothing is left for this one, which keeps writers out. The file stays: to write over it is cheaper than to make it longer.
    this.#files.database?.pragma("wal_checkpoint(RESTART)");
    // The new log's first page, with the sync that it needs, so that no loop has to.
    this.#files.database?.pragma(`user_version = ${SCHEMA_VERSION}`);
  }

  close(): void {
    this.#files.close();
  }

  #safely(write: () => Stored): Stored {
    try {
      const problem = this.#files.lookAgain();
      if (problem !== undefined) return problem.kind === "busy" ? problem : { ...problem, kind: "failed" };
      return write();
    } catch (error) {
      const explained = explainSqlite(this.#options.file, error);
      return explained.kind === "busy" ? explained : { kind: "failed", reason: explained.reason };
    }
  }

  #write(fill: (batch: Batch) => void): Stored {
    const { copy, statements, database } = this.#files;
    statements.begin.run();
    let copied: number | undefined;
    try {
      const batch = this.#startBatch();
      fill(batch);
      if (batch.isEmpty) {
        statements.rollback.run();
        return { kind: "stored", head: batch.head, strange: [] };
      }
      copied = batch.place.end;
      const appended = copy.append(batch.lines(), batch.place.end);
      if (appended.kind === "failed") {
        statements.rollback.run();
        return appended;
      }
      statements.commit.run();
      this.#seen = batch.head;
      return { kind: "stored", head: batch.head, strange: batch.strange };
    } catch (error) {
      if (copied !== undefined) copy.cutTo(copied);
      if (database?.inTransaction) statements.rollback.run();
      throw error;
    }
  }

  #startBatch(): Batch {
    const row = this.#files.statements.last.get() as LastRow | undefined;
    const batch = row === undefined ? this.#startEmpty() : this.#startAfter(row);
    const { rotateBytes = ROTATE_BYTES } = this.#options;
    if (batch.place.end > rotateBytes) this.#rotate(batch);
    const backMs = (row?.at_ms ?? 0) - batch.nowMs;
    if (backMs >= CLOCK_SET_BACK_MS) batch.note("clock", { back_ms: backMs });
    for (const reason of batch.strange) batch.note("notice", { rule: "guard.audit-changed", reason });
    return batch;
  }

  /** No record is there: none yet, or somebody has taken the database away, and the chain goes on from the copy's or from ours. */
  #startEmpty(): Batch {
    const { head, place, strange } = findCopyEnd(this.#files.copy);
    const from = this.#seen !== undefined && this.#seen.seq >= head.seq ? this.#seen : head;
    const batch = this.#batch(from, place);
    if (strange !== undefined) batch.strange.push(strange);
    if (from.seq > 0)
      batch.strange.push(
        `${this.#options.file} held no records, though there had been ${from.seq}: it begins anew with the next`,
      );
    return batch;
  }

  #startAfter(row: LastRow): Batch {
    const { copy, statements } = this.#files;
    const strange = this.#findVanished(row);
    // Another session, or another thread of ours, has gone on in a new file: nobody else does so while we hold the lock.
    if (!copy.endsAt(row.copy_end) && !copy.isStillThere()) this.#files.reopenCopy();
    const followed = followCopy(copy, row, { first: row.copy_first, end: row.copy_end });
    for (const { seq, body, hash, end } of followed.uncommitted)
      statements.insert.run(seq, timeOf(body), hash, row.copy_first, end, body);
    const head = followed.uncommitted.at(-1) ?? row;
    const cut = describeAdopted(followed.uncommitted, this.#options.file);
    const from = strange !== undefined && this.#seen && this.#seen.seq > head.seq ? this.#seen : head;
    const batch = this.#batch(from, followed.place);
    if (strange !== undefined) batch.strange.push(strange);
    if (followed.strange !== undefined) batch.strange.push(followed.strange);
    if (cut !== undefined) batch.strange.push(cut);
    return batch;
  }

  /** What this store wrote or saw last must still be there, as it was. */
  #findVanished({ seq, hash }: LastRow): string | undefined {
    const seen = this.#seen;
    if (seen === undefined) return undefined;
    const { hashOf, first } = this.#files.statements;
    const there = seq === seen.seq ? hash : (hashOf.get(seen.seq) as LastRow | undefined)?.hash;
    if (there?.equals(seen.hash)) return undefined;
    // Retention took it, or it is as if: then the record's beginning is what `guard log verify` looks at.
    const isBefore = there === undefined && ((first.get() as LastRow | undefined)?.seq ?? 0) > seen.seq;
    if (isBefore) return undefined;
    return `${this.#options.file} was changed from outside: record ${seen.seq} is ${there ? "another one" : "gone"}`;
  }

  #rotate(batch: Batch): void {
    const problem = this.#files.copy.rotate(batch.place.first, batch.head.seq);
    if (problem !== undefined) throw new Error(problem);
    batch.place = { first: batch.head.seq + 1, end: 0 };
  }

  #batch(head: Head, place: CopyPlace): Batch {
    const { nowMs = Date.now, session } = this.#options;
    return new Batch(head, place, nowMs(), session, this.#files.statements.insert);
  }
}

/** What a killed writer leaves is one batch, of one moment. More was in the database once, and was taken out of it. */
function describeAdopted(lines: readonly Uncommitted[], file: string): string | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined || timeOf(first.body) === timeOf(last.body)) return undefined;
  return `${file} had lost records ${first.seq} to ${last.seq}: they are back, from the lines beside it`;
}

function timeOf(body: string): number {
  return Date.parse(/"timestamp":"([^"]+)"/.exec(body)?.[1] ?? "") || 0;
}
