/**
 * The quick way of a record: its line goes right behind the last one that this writer knows, if that is still the last, and is on record with
 * that. Its row follows (store.ts), by this writer or, after a kill, by the next who opens the record. All that is not plain is left to a transaction.
 */
import type { Row } from "./batch.ts";
import { bodyOf, type Head } from "./chain.ts";
import type { ChainRoom, CopyFile, CopyPlace } from "./copy-file.ts";

export interface Standing {
  readonly head: Head;
  readonly place: CopyPlace;
  readonly atMs: number;
}

export type Added =
  | { readonly kind: "stored"; readonly head: Head; readonly strange: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string };

/** A character is three bytes at most. */
export const MOST_QUICK_CHARS = 16 * 1024;
const HASH_BYTES = 32;
const NOTHING: readonly string[] = [];
const MOST_BYTES = 3 * MOST_QUICK_CHARS + 256;

export class QuickLines {
  readonly #rotateBytes: number;
  readonly #body = Buffer.alloc(MOST_BYTES);
  readonly #line = Buffer.alloc(MOST_BYTES);
  readonly #hashes = Buffer.alloc(2 * HASH_BYTES);
  #standing: Standing | undefined;
  /** What the first of the waiting rows follows. */
  #before: Head | undefined;
  #waiting: Row[] = [];

  constructor(rotateBytes: number) {
    this.#rotateBytes = rotateBytes;
  }

  /**
   * After a transaction: the database has all up to here. A file's first record is not for this way: the last row must lead to the lines that
   * have none.
   */
  stand(standing: Standing): void {
    this.#standing = standing.place.end === 0 ? undefined : standing;
    this.#before = standing.head;
    this.#waiting = [];
  }

  /** Undefined: not this way. */
  add(text: string, copy: CopyFile, nowMs: number): Added | undefined {
    const standing = this.#standing;
    if (standing === undefined || text.length > MOST_QUICK_CHARS || !copy.hasLock) return undefined;
    const { head, place, atMs } = standing;
    // A clock that went back is for the record to say.
    if (nowMs < atMs || place.end > this.#rotateBytes) return undefined;
    const seq = head.seq + 1;
    const body = bodyOf(seq, new Date(nowMs).toISOString(), text);
    const added = copy.addAt(this.#roomFor(body, head), place.end);
    if (added.kind === "moved") this.#standing = undefined;
    if (added.kind !== "appended") return added.kind === "failed" ? added : undefined;
    const hash = Buffer.allocUnsafe(HASH_BYTES);
    this.#hashes.copy(hash, 0, HASH_BYTES);
    const { end } = added;
    const row = { seq, atMs: nowMs, hash, first: place.first, end, body };
    this.#waiting.push(row);
    this.#standing = { head: row, place: { first: place.first, end }, atMs: nowMs };
    return { kind: "stored", head: row, strange: NOTHING };
  }

  #roomFor(body: string, { hash }: Head): ChainRoom {
    hash.copy(this.#hashes);
    return { body: this.#body, used: this.#body.write(body), hashes: this.#hashes, line: this.#line };
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
