/**
 * The record itself: audit.db, and its copy in lines. The lines come first, and decide the order; the database follows them. `add` writes lines
 * alone, which is enough to be on record, and `settle` gives them their rows; `write` does both in one transaction, and whatever fails in it
 * leaves nothing behind. Synchronous: who calls it on a loop must know that it is quick (loop-writer.ts).
 */
import { statSync } from "node:fs";
import { Batch, type Row } from "./batch.ts";
import type { Head } from "./chain.ts";
import type { CopyPlace } from "./copy-file.ts";
import { explainSqlite } from "./database.ts";
import { findCopyEnd, followCopy, type Uncommitted } from "./follow-copy.ts";
import { isLeftOver, timeOf } from "./left-over.ts";
import { QuickLines } from "./quick-lines.ts";
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
  readonly #quick: QuickLines;
  /** The last record that this store has seen in the database: it cannot vanish. */
  #seen: Head | undefined;

  private constructor(options: StoreOptions) {
    this.#options = options;
    this.#files = new StoreFiles(options);
    this.#quick = new QuickLines(options.rotateBytes ?? ROTATE_BYTES);
  }

  static open(options: StoreOptions): OpenedStore {
    const store = new AuditStore(options);
    return store.#files.open() ?? { kind: "open", store };
  }

  /** The quick way: on record when it says so, though the rows come with `settle`. Undefined: not this time, `write` it. */
  add(text: string): Stored | undefined {
    const nowMs = this.#nowMs();
    return this.#files.isLookDue(nowMs) ? undefined : this.#quick.add(text, this.#files.copy, nowMs);
  }

  /** The last record that this store has seen in the database. */
  get seen(): Head | undefined {
    return this.#seen;
  }

  /** How many lines have no rows yet. */
  get waiting(): number {
    return this.#quick.waiting.length;
  }

  /** Gives the lines of `add` their rows. Whatever fails: they stay on record as lines, and are taken in by who writes next. */
  settle(): Stored {
    return this.#safely(() => this.#insertWaiting() ?? this.#write(() => undefined));
  }

  /** Another thread of this process has done it. */
  settledTo(head: Head): void {
    this.#quick.settledTo(head);
    this.#seen = head;
  }

  /** Lines that somebody else has added, or a killed session, get their rows. */
  takeIn(): Stored {
    return this.#safely(() => this.#write(() => undefined));
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

  /** Undefined: the database does not end where the waiting lines begin. */
  #insertWaiting(): Stored | undefined {
    const { statements, database } = this.#files;
    statements.begin.run();
    try {
      const row = statements.last.get() as LastRow | undefined;
      const last = row && this.#giveRows(row);
      if (last === undefined) {
        statements.rollback.run();
        return undefined;
      }
      statements.commit.run();
      this.#quick.settledTo(last);
      this.#seen = last;
      return { kind: "stored", head: last, strange: [] };
    } catch (error) {
      if (database?.inTransaction) statements.rollback.run();
      throw error;
    }
  }

  /** To those that wait, from memory: whatever happened to their lines. Undefined: there are none, or they do not follow this one. */
  #giveRows(row: LastRow): LastRow | undefined {
    const { waiting } = this.#quick;
    const last = waiting.at(-1);
    if (last === undefined || !this.#quick.follows(row)) return undefined;
    this.#insert(waiting);
    return { seq: last.seq, at_ms: last.atMs, hash: last.hash, copy_first: last.first, copy_end: last.end };
  }

  #insert(rows: readonly Row[]): void {
    const { insert } = this.#files.statements;
    for (const { seq, atMs, hash, first, end, body } of rows) insert.run(seq, atMs, hash, first, end, body);
  }

  #write(fill: (batch: Batch) => void): Stored {
    const { copy, statements, database } = this.#files;
    statements.begin.run();
    let copied: number | undefined;
    try {
      if (copy.lock(this.#options.waitMs) === "busy") {
        statements.rollback.run();
        return { kind: "busy" };
      }
      const batch = this.#startBatch();
      fill(batch);
      this.#insert(batch.rows);
      copied = batch.place.end;
      const appended = batch.rows.length === 0 ? undefined : copy.append(batch.lines(), copied);
      if (appended?.kind === "failed") {
        statements.rollback.run();
        return appended;
      }
      statements.commit.run();
      this.#seen = batch.head;
      const end = appended?.end ?? copied;
      this.#quick.stand({ head: batch.head, place: { ...batch.place, end }, atMs: batch.nowMs });
      return { kind: "stored", head: batch.head, strange: batch.strange };
    } catch (error) {
      if (copied !== undefined) copy.cutTo(copied);
      if (database?.inTransaction) statements.rollback.run();
      throw error;
    } finally {
      copy.unlock();
    }
  }

  #startBatch(): Batch {
    const found = this.#files.statements.last.get() as LastRow | undefined;
    const row = found && (this.#giveRows(found) ?? found);
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
    // Another session, or another thread of ours, has gone on in a new file: nobody else does so while we hold the locks.
    if (!copy.isStillThere()) this.#files.reopenCopy();
    const followed = followCopy(copy, row, { first: row.copy_first, end: row.copy_end });
    for (const { seq, body, hash, end } of followed.uncommitted)
      statements.insert.run(seq, timeOf(body), hash, row.copy_first, end, body);
    const head = followed.uncommitted.at(-1) ?? row;
    const lost = this.#findLost();
    const cut = this.#describeAdopted(followed.uncommitted, row);
    const from = strange !== undefined && this.#seen && this.#seen.seq > head.seq ? this.#seen : head;
    const batch = this.#batch(from, followed.place);
    if (strange !== undefined) batch.strange.push(strange);
    if (followed.strange !== undefined) batch.strange.push(followed.strange);
    if (cut !== undefined) batch.strange.push(cut);
    if (lost !== undefined) batch.strange.push(lost);
    return batch;
  }

  #describeAdopted(lines: readonly Uncommitted[], row: LastRow): string | undefined {
    const [first] = lines;
    const last = lines.at(-1);
    if (first === undefined || last === undefined || isLeftOver(lines, row, this.#files.copy.path))
      return undefined;
    return `${this.#options.file} had lost records ${first.seq} to ${last.seq}: they are back, from the lines beside it`;
  }

  /** Lines of ours that waited for their rows, and that nobody has taken in. */
  #findLost(): string | undefined {
    const last = this.#quick.waiting.at(-1);
    if (last === undefined) return undefined;
    const there = this.#files.statements.hashOf.get(last.seq) as LastRow | undefined;
    if (there?.hash.equals(last.hash)) return undefined;
    return `${this.#files.copy.path} was changed from outside: record ${last.seq} was taken out of it before the database had it`;
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

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)();
  }

  #rotate(batch: Batch): void {
    const problem = this.#files.copy.rotate(batch.place.first, batch.head.seq);
    if (problem !== undefined) throw new Error(problem);
    batch.place = { first: batch.head.seq + 1, end: 0 };
  }

  #batch(head: Head, place: CopyPlace): Batch {
    return new Batch(head, place, this.#nowMs(), this.#options.session);
  }
}
