/**
 * The quick way of a record: its line goes right behind the last one that this writer knows, if that is still the last, and is on record with
 * that. Its row follows (store.ts), by this writer or, after a kill, by the next who opens the record. All that is not plain is left to a transaction.
 */
import { Batch, type Row } from "./batch.ts";
import type { Head } from "./chain.ts";
import type { CopyFile, CopyPlace } from "./copy-file.ts";
import { loadLineLock } from "./line-lock.ts";

export interface Standing {
  readonly head: Head;
  readonly place: CopyPlace;
  readonly atMs: number;
}

export type Added =
  | { readonly kind: "stored"; readonly head: Head }
  | { readonly kind: "failed"; readonly reason: string };

export class QuickLines {
  readonly #session: string;
  readonly #rotateBytes: number;
  #standing: Standing | undefined;
  /** What the first of the waiting rows follows. */
  #before: Head | undefined;
  #waiting: Row[] = [];

  constructor(session: string, rotateBytes: number) {
    this.#session = session;
    this.#rotateBytes = rotateBytes;
  }

  /** After a transaction: the database has all up to here. */
  stand(standing: Standing | undefined): void {
    this.#standing = standing;
    this.#before = standing?.head;
    this.#waiting = [];
  }

  /** Undefined: not this way. */
  add(texts: readonly string[], copy: CopyFile, nowMs: number): Added | undefined {
    const standing = this.#standing;
    // A clock that went back is for the record to say.
    if (standing === undefined || nowMs < standing.atMs || standing.place.end > this.#rotateBytes)
      return undefined;
    if (loadLineLock() === undefined) return undefined;
    const batch = new Batch(standing.head, standing.place, nowMs, this.#session);
    for (const text of texts) batch.add(text);
    const added = copy.addAt(Buffer.from(batch.lines(), "utf8"), standing.place.end);
    if (added.kind === "moved") this.#standing = undefined;
    if (added.kind !== "appended") return added.kind === "failed" ? added : undefined;
    this.#waiting.push(...batch.rows);
    this.#standing = {
      head: batch.head,
      place: { first: standing.place.first, end: added.end },
      atMs: nowMs,
    };
    return { kind: "stored", head: batch.head };
  }

  get waiting(): readonly Row[] {
    return this.#waiting;
  }

  /** Whether the first of those that wait comes right behind this one. */
  follows({ seq, hash }: Head): boolean {
    return this.#before?.seq === seq && this.#before.hash.equals(hash);
  }

  /** The database has all up to this one. */
  settledTo(head: Head): void {
    this.#before = head;
    this.#waiting = this.#waiting.filter(({ seq }) => seq > head.seq);
  }
}
