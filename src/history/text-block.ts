/**
 * Texts to be searched, of up to 1,024 records that follow each other: each text once, in small letters, one behind the other. To look through
 * such blocks takes a tenth of the time that as many rows of SQLite take (measured), and the newest are looked through first.
 */

/** What of a record is searched. */
export interface SearchedTexts {
  readonly command: string;
  readonly reason: string;
  readonly cwd: string;
}

const MAX_RECORDS = 1_024;
/** Long texts: what one search holds in memory stays small. */
const MAX_BYTES = 512 * 1024;
/** A record's place: its number behind the block's first, and three texts by their number. */
const PLACE_NUMBERS = 4;
const MAX_NUMBER = 0xffff;
const SEPARATOR = 0;

export class TextBlock {
  readonly first: number;
  last: number;
  minMs = Number.MAX_SAFE_INTEGER;
  maxMs = 0;
  readonly #texts = new Map<string, number>();
  readonly #places: number[] = [];
  #bytes = 0;

  constructor(first: number) {
    this.first = first;
    this.last = first;
  }

  static from(row: BlockRow): TextBlock {
    const block = new TextBlock(row.first);
    block.last = row.last;
    block.minMs = row.min_ms;
    block.maxMs = row.max_ms;
    for (const text of row.bytes.toString("utf8").split("\0").slice(1, -1))
      block.#texts.set(text, block.#texts.size);
    block.#bytes = row.bytes.length;
    block.#places.push(...readNumbers(row.places));
    return block;
  }

  hasRoomFor(seq: number): boolean {
    return (
      this.#places.length < MAX_RECORDS * PLACE_NUMBERS &&
      this.#bytes < MAX_BYTES &&
      seq - this.first <= MAX_NUMBER
    );
  }

  add(seq: number, atMs: number, { command, reason, cwd }: SearchedTexts): void {
    this.#places.push(seq - this.first, this.#numberOf(command), this.#numberOf(reason), this.#numberOf(cwd));
    this.last = seq;
    this.minMs = Math.min(this.minMs, atMs);
    this.maxMs = Math.max(this.maxMs, atMs);
  }

  toRow(): BlockRow {
    return {
      first: this.first,
      last: this.last,
      min_ms: this.minMs,
      max_ms: this.maxMs,
      places: writeNumbers(this.#places),
      bytes: Buffer.from(`\0${[...this.#texts.keys(), ""].join("\0")}`, "utf8"),
    };
  }

  #numberOf(raw: string): number {
    const text = foldText(raw);
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#bytes += Buffer.byteLength(text) + 1;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }
}

export interface BlockRow {
  readonly first: number;
  readonly last: number;
  readonly min_ms: number;
  readonly max_ms: number;
  readonly places: Buffer;
  readonly bytes: Buffer;
}

/** Small and large letters are the same, here and in what is looked for. Half a character would come back as another text. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("\0", " ")
    .replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Numbers of the texts that hold it. `wanted`: folded. */
export function findTexts(bytes: Buffer, wanted: Buffer): Set<number> {
  const found = new Set<number>();
  let number = 0;
  let start = 1;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, start)) {
    for (
      let end = bytes.indexOf(SEPARATOR, start);
      end >= 0 && end < at;
      end = bytes.indexOf(SEPARATOR, start)
    ) {
      start = end + 1;
      number++;
    }
    found.add(number);
    const end = bytes.indexOf(SEPARATOR, at);
    if (end < 0) break;
    start = end + 1;
    number++;
  }
  return found;
}

/** Records of the block that have one of these texts, in their order. */
export function recordsWith(texts: ReadonlySet<number>, first: number, places: Buffer): number[] {
  const numbers = readNumbers(places);
  const records: number[] = [];
  for (let at = 0; at < numbers.length; at += PLACE_NUMBERS) {
    const has = (index: number) => texts.has(numbers[at + index] ?? -1);
    if (has(1) || has(2) || has(3)) records.push(first + (numbers[at] ?? 0));
  }
  return records;
}

function readNumbers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 2 <= bytes.length; at += 2) numbers.push(bytes.readUInt16LE(at));
  return numbers;
}

function writeNumbers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2);
  return bytes;
}
