/** Records on their way: rows are in the open transaction, lines are held until the copy takes them all. */
import { type Head, hashRecord, lineOf } from "./chain.ts";
import type { CopyPlace } from "./copy-file.ts";
import type { Statement } from "./database.ts";
import { encodeRecord } from "./encode-record.ts";
import type { EventRecord } from "./record.ts";

export class Batch {
  head: Head;
  place: CopyPlace;
  readonly nowMs: number;
  readonly strange: string[] = [];
  readonly #session: string;
  readonly #insert: Statement;
  readonly #stamp: string;
  #end: number;
  #lines = "";

  constructor(head: Head, place: CopyPlace, nowMs: number, session: string, insert: Statement) {
    this.head = head;
    this.place = place;
    this.#end = place.end;
    this.nowMs = nowMs;
    this.#session = session;
    this.#insert = insert;
    this.#stamp = new Date(nowMs).toISOString();
  }

  /** `text`: a record as JSON, without its number and its time. */
  add(text: string): void {
    const seq = this.head.seq + 1;
    const body = `{"seq":${seq},"timestamp":"${this.#stamp}",${text.slice(1)}`;
    const hash = hashRecord(this.head.hash, body);
    const line = lineOf(body, hash);
    if (this.#lines === "") this.#end = this.place.end;
    this.#end += Buffer.byteLength(line);
    this.#insert.run(seq, this.nowMs, hash, this.place.first, this.#end, body);
    this.#lines += line;
    this.head = { seq, hash };
  }

  note(event: EventRecord["event"], details: NonNullable<EventRecord["details"]>): void {
    this.add(encodeRecord({ event, session: this.#session, details }));
  }

  lines(): string {
    return this.#lines;
  }

  get isEmpty(): boolean {
    return this.#lines === "";
  }
}
