/**
 * The quick way of a record: its line goes right behind the last one that this writer knows, if that is still the last, and is on record with
 * that. Its row follows (store.ts), by this writer or, after a kill, by the next who opens the record. All that is not plain is left to a transaction.
 */
import type { Row } from "./batch.ts";
import { bodyOf, type Head, LINE_MORE_BYTES } from "./chain.ts";
import type { CopyFile, CopyPlace } from "./copy-file.ts";

export interface Standing {
  readonly head: Head;
  readonly place: CopyPlace;
  readonly atMs: number;
}

export type Added =
  | { readonly kind: "stored"; readonly head: Head }
  | { readonly kind: "failed"; readonly reason: string };

/** So many records at once, of so many characters in all; a character is three bytes at most. */
export const MOST_QUICK = { records: 64, chars: 16 * 1024 } as const;
const HASH_BYTES = 32;
const NEWLINE = 10;
const MOST_BYTES = 3 * MOST_QUICK.chars + MOST_QUICK.records * 256;

export class QuickLines {
  readonly #rotateBytes: number;
  readonly #bodies = Buffer.alloc(MOST_BYTES);
  readonly #lines = Buffer.alloc(MOST_BYTES);
  readonly #hashes = Buffer.alloc(HASH_BYTES * (MOST_QUICK.records + 1));
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
  add(texts: readonly string[], copy: CopyFile, nowMs: number): Added | undefined {
    const standing = this.#standing;
    // A clock that went back is for the record to say.
    if (standing === undefined || nowMs < standing.atMs || standing.place.end > this.#rotateBytes)
      return undefined;
    if (texts.length > MOST_QUICK.records || !copy.hasLock) return undefined;
    const { rows, used } = this.#putBodies(texts, standing, nowMs);
    standing.head.hash.copy(this.#hashes);
    const room = { bodies: this.#bodies, used, hashes: this.#hashes, lines: this.#lines };
    const added = copy.addAt(room, standing.place.end);
    if (added.kind === "moved") this.#standing = undefined;
    if (added.kind !== "appended") return added.kind === "failed" ? added : undefined;
    for (const [index, row] of rows.entries()) this.#waiting.push({ ...row, hash: this.#hashAt(index + 1) });
    const head = this.#waiting.at(-1) ?? standing.head;
    this.#standing = { head, place: { first: standing.place.first, end: added.end }, atMs: nowMs };
    return { kind: "stored", head };
  }

  #putBodies(texts: readonly string[], { head, place }: Standing, nowMs: number) {
    const stamp = new Date(nowMs).toISOString();
    const rows: Omit<Row, "hash">[] = [];
    let used = 0;
    let { end } = place;
    for (const [index, text] of texts.entries()) {
      const seq = head.seq + 1 + index;
      const body = bodyOf(seq, stamp, text);
      const bytes = this.#bodies.write(body, used);
      this.#bodies[used + bytes] = NEWLINE;
      used += bytes + 1;
      end += bytes + LINE_MORE_BYTES;
      rows.push({ seq, atMs: nowMs, first: place.first, end, body });
    }
    return { rows, used };
  }

  #hashAt(index: number): Buffer {
    return Buffer.from(this.#hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
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
