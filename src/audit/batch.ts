/** Records on their way: chained, each with the row that the database gets and the line that the copy gets. */
import { bodyOf, type Head, hashRecord, lineOf } from "./chain.ts";
import type { CopyPlace } from "./copy-file.ts";
import { encodeRecord } from "./encode-record.ts";
import type { EventRecord } from "./record.ts";

export interface Row {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: Buffer;
  /** Where its line is: in the file that begins with this record, and where it ends there. */
  readonly first: number;
  readonly end: number;
  readonly body: string;
}

export class Batch {
  head: Head;
  place: CopyPlace;
  readonly nowMs: number;
  readonly strange: string[] = [];
  readonly rows: Row[] = [];
  readonly #session: string;
  readonly #stamp: string;
  #end: number;
  #lines = "";

  constructor(head: Head, place: CopyPlace, nowMs: number, session: string) {
    this.head = head;
    this.place = place;
    this.#end = place.end;
    this.nowMs = nowMs;
    this.#session = session;
    this.#stamp = new Date(nowMs).toISOString();
  }

  /** `text`: a record as JSON, without its number and its time. */
  add(text: string): void {
    const seq = this.head.seq + 1;
    const body = bodyOf(seq, this.#stamp, text);
    const hash = hashRecord(this.head.hash, body);
    const line = lineOf(body, hash);
    if (this.#lines === "") this.#end = this.place.end;
    this.#end += Buffer.byteLength(line);
    this.rows.push({ seq, atMs: this.nowMs, hash, first: this.place.first, end: this.#end, body });
    this.#lines += line;
    this.head = { seq, hash };
  }

  note(event: EventRecord["event"], details: NonNullable<EventRecord["details"]>): void {
    this.add(encodeRecord({ event, session: this.#session, details }));
  }

  lines(): string {
    return this.#lines;
  }
}
