/** The door to what was recorded: audit.db, and the index that finds things in it. Reads, keeps the index up to date, and never writes to audit.db. */
import { statSync } from "node:fs";
import { lineOf } from "../audit/chain.ts";
import { closeQuietly, type Database } from "../audit/database.ts";
import type { Filter } from "./filter.ts";
import { findSeqs, type Order } from "./find-seqs.ts";
import { type IndexFile, indexOf, isDamaged, openIndex, removeIndex } from "./index-file.ts";
import { openHistory, readFailure } from "./open-history.ts";
import { parseStored, type StoredRecord } from "./stored-record.ts";
import { updateIndex } from "./update-index.ts";

export interface Found {
  readonly seq: number;
  /** Undefined: it cannot be read; `guard log verify` tells more. */
  readonly record: StoredRecord | undefined;
  readonly body: string;
  readonly hash: Buffer;
}

export type HistoryResult =
  | { readonly kind: "open"; readonly history: History }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly reason: string };

export interface HistoryOptions {
  /** audit.db */
  readonly file: string;
  /** Before many records are read. */
  readonly onNew: (count: number) => void;
  /** The index cannot be kept: why. */
  readonly onNotKept: (reason: string) => void;
}

export class History {
  readonly #options: HistoryOptions;
  #audit: Database;
  #inode: number | undefined;
  #index: IndexFile;

  private constructor(options: HistoryOptions, audit: Database, index: IndexFile) {
    this.#options = options;
    this.#audit = audit;
    this.#inode = inodeOf(options.file);
    this.#index = index;
  }

  static open(options: HistoryOptions): HistoryResult {
    const opened = openHistory(options.file);
    if (opened.kind !== "open") return opened;
    try {
      const index = openIndex(indexOf(options.file));
      const history = new History(options, opened.database, index);
      history.#update();
      if (index.notKept !== undefined) options.onNotKept(index.notKept);
      return { kind: "open", history };
    } catch (error) {
      closeQuietly(opened.database);
      return readFailure(options.file, error);
    }
  }

  /** `undefined`: all is well. What was recorded meanwhile is found from now on; what was replaced is opened anew. */
  refresh(): string | undefined {
    try {
      if (inodeOf(this.#options.file) !== this.#inode) {
        const opened = openHistory(this.#options.file);
        if (opened.kind !== "open") return opened.kind === "none" ? undefined : opened.reason;
        closeQuietly(this.#audit);
        this.#audit = opened.database;
        this.#inode = inodeOf(this.#options.file);
      }
      if (!this.#index.isStillThere()) this.#reopenIndex();
      this.#update();
      return undefined;
    } catch (error) {
      return readFailure(this.#options.file, error).reason;
    }
  }

  /** Changes whenever somebody else has committed: cheap to look at. */
  version(): string {
    return `${inodeOf(this.#options.file)} ${String(this.#audit.pragma("data_version", { simple: true }))}`;
  }

  /** Of the last record that can be found. */
  lastSeq(): number {
    return (
      (this.query((index) => index.prepare("SELECT seq FROM state").pluck().get()) as number | undefined) ?? 0
    );
  }

  seqs(filter: Filter, order: Order, limit = Number.MAX_SAFE_INTEGER): number[] {
    return this.query((index) => {
      const seqs: number[] = [];
      if (limit > 0) for (const seq of findSeqs(index, filter, order)) if (seqs.push(seq) >= limit) break;
      return seqs;
    });
  }

  /** The newest that fit, oldest of them first. */
  last(filter: Filter, limit: number): number[] {
    return this.seqs(filter, "newest", limit).reverse();
  }

  /** An index that turns out to be damaged is made anew, once. */
  query<T>(run: (index: Database) => T): T {
    try {
      return run(this.#index.database);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#reopenIndex("damaged");
      this.#update();
      return run(this.#index.database);
    }
  }

  /** Undefined: it was removed meanwhile. */
  read(seq: number): Found | undefined {
    const row = this.#audit.prepare("SELECT seq, hash, body FROM record WHERE seq = ?").get(seq) as
      | { readonly seq: number; readonly hash: Buffer; readonly body: string }
      | undefined;
    return row && { ...row, record: parseStored(row.body) };
  }

  /** Numbers of records whose id begins so: looks through all of them. */
  findByIdStart(start: string, limit: number): number[] {
    return this.#audit
      .prepare("SELECT seq FROM record WHERE instr(body, ?) LIMIT ?")
      .pluck()
      .all(`"request_id":"${start}`, limit) as number[];
  }

  close(): void {
    closeQuietly(this.#index.database);
    closeQuietly(this.#audit);
  }

  #update(): void {
    try {
      updateIndex(this.#audit, this.#index.database, this.#options.onNew);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#reopenIndex("damaged");
      updateIndex(this.#audit, this.#index.database, this.#options.onNew);
    }
  }

  #reopenIndex(why?: "damaged"): void {
    const file = indexOf(this.#options.file);
    closeQuietly(this.#index.database);
    if (why === "damaged") removeIndex(file);
    this.#index = openIndex(file);
  }
}

/** As it stands in the copy, without the line's end. */
export function copyLine({ body, hash }: Found): string {
  return lineOf(body, hash).trimEnd();
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
