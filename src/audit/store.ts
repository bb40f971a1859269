/**
 * The record itself: audit.db, and its copy in lines. The lines come first, and decide the order; the database follows them. `add` writes lines
 * alone, which is enough to be on record, and `settle` gives them their rows; `write` does both in one transaction, and whatever fails in it
 * leaves nothing behind. Synchronous: who calls it on a loop must know that it is quick (loop-writer.ts).
 */
import { statSync } from "node:fs";
import type { Batch } from "./batch.ts";
import type { Head } from "./chain.ts";
import { explainSqlite } from "./database.ts";
import { QuickLines } from "./quick-lines.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import { type Ground, giveRows, insertRows, startBatch } from "./start-batch.ts";
import type { LastRow } from "./statements.ts";
import { type FilesOptions, type FilesProblem, StoreFiles } from "./store-files.ts";
import { takeOldest } from "./take-oldest.ts";

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
        taken = takeOldest(batch, this.#files.statements, beforeMs, most);
      }),
    );
    return stored.kind === "stored" ? { ...stored, taken } : stored;
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
      const last = row && giveRows(row, this.#quick, statements);
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

  #write(fill: (batch: Batch) => void): Stored {
    const { copy, statements, database } = this.#files;
    statements.begin.run();
    let copied: number | undefined;
    try {
      if (copy.lock(this.#options.waitMs) === "busy") {
        statements.rollback.run();
        return { kind: "busy" };
      }
      const batch = startBatch(this.#ground());
      fill(batch);
      insertRows(batch.rows, statements);
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

  #ground(): Ground {
    const { file, session, rotateBytes = ROTATE_BYTES } = this.#options;
    const { copy, statements } = this.#files;
    return {
      ...{ file, session, rotateBytes, copy, statements, nowMs: this.#nowMs() },
      ...{ quick: this.#quick, seen: this.#seen, reopenCopy: () => this.#files.reopenCopy() },
    };
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)();
  }
}
