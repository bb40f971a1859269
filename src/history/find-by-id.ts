/** One record by what a person was shown of it: its number, its check's id, or the end of that; and what else is on record about the same check. */
import type { Database } from "../audit/database.ts";
import { requestOf } from "./entry-of.ts";
import type { Found, History } from "./history.ts";
import { isVerdict } from "./stored-record.ts";

export type FoundById =
  | { readonly kind: "one"; readonly found: Found }
  | { readonly kind: "none" }
  | { readonly kind: "several"; readonly found: readonly Found[] }
  | { readonly kind: "unusable"; readonly problem: string };

const NUMBER = /^#?(\d{1,15})$/;
const PART = /^[0-9a-f-]{6,36}$/;
const SHOWN_DIGITS = 8;
const MOST = 10;

/** A number is first of all a record's; an id of digits alone can be given in full. */
export function findById(history: History, written: string): FoundById {
  const text = written.trim().toLowerCase();
  const number = NUMBER.exec(text)?.[1];
  const found = number === undefined ? undefined : history.read(Number(number));
  if (found !== undefined) return { kind: "one", found };
  if (!PART.test(text))
    return number === undefined
      ? {
          kind: "unusable",
          problem: `${written} is neither a record's number nor (six digits or more of) a check's id`,
        }
      : { kind: "none" };
  return choose(withIdPart(history, text));
}

/** The verdict comes before events about it. */
function choose(found: readonly Found[]): FoundById {
  const verdicts = found.filter(({ record }) => record !== undefined && isVerdict(record));
  const wanted = verdicts.length > 0 ? verdicts : found;
  const [first] = wanted;
  if (first === undefined) return { kind: "none" };
  return wanted.length === 1 ? { kind: "one", found: first } : { kind: "several", found: wanted };
}

function withIdPart(history: History, text: string): Found[] {
  const bySeq = (seqs: readonly number[]) => seqs.flatMap((seq) => history.read(seq) ?? []);
  const ending = bySeq(history.query((index) => endingSeqs(index, text)));
  const fitting = ending.filter(({ record }) => record?.request_id?.endsWith(text));
  return fitting.length > 0 ? fitting : bySeq(history.findByIdStart(text, MOST));
}

function endingSeqs(index: Database, text: string): number[] {
  const request = requestOf(text);
  if (request !== null)
    return index
      .prepare("SELECT seq FROM entry WHERE request = ? LIMIT ?")
      .pluck()
      .all(request, MOST * MOST) as number[];
  // Shorter than what the index has: all are looked through.
  const digits = /[0-9a-f]+$/.exec(text)?.[0] ?? "";
  if (digits.length < 6 || digits.length >= SHOWN_DIGITS) return [];
  return index
    .prepare("SELECT seq FROM entry WHERE request IS NOT NULL AND (request & ?) = ? LIMIT ?")
    .pluck()
    .all(16 ** digits.length - 1, Number.parseInt(digits, 16), MOST) as number[];
}

/** Questions, answers and exits of the same check, in their order; the record itself is not among them. */
export function findAround(history: History, { seq, record }: Found): Found[] {
  const id = record?.request_id;
  const request = requestOf(id);
  if (request === null) return [];
  const seqs = history.query(
    (index) =>
      index
        .prepare("SELECT seq FROM entry WHERE request = ? ORDER BY seq LIMIT ?")
        .pluck()
        .all(request, MOST * MOST) as number[],
  );
  return seqs
    .filter((other) => other !== seq)
    .flatMap((other) => history.read(other) ?? [])
    .filter((other) => other.record?.request_id === id);
}
