/** The lines beside the database: each record once, in order, as it is there. What only one of the two holds was taken out of the other. */
import { hashRecord, NO_HEAD, readLine } from "../audit/chain.ts";
import { type CopyPart, readLines } from "../audit/copy-files.ts";
import type { Database, Statement } from "../audit/database.ts";
import { type Finding, MOST_FINDINGS, rangeOf } from "./finding.ts";

interface Line {
  readonly seq: number;
  readonly body: string;
  readonly hash: Buffer;
}

interface Rows {
  readonly first: number;
  readonly last: number;
  readonly rowOf: Statement;
}

export interface VerifiedCopies {
  readonly findings: readonly Finding[];
  /** Records that only the lines hold: written since the database was looked at, or taken out of it. */
  readonly beyond: readonly { readonly seq: number; readonly path: string }[];
}

/** `database`: in a transaction that began before the parts were listed, so that they hold all that it does. */
export function verifyCopies(parts: readonly CopyPart[], database: Database): VerifiedCopies {
  const rows = rowsOf(database);
  const findings: Finding[] = [];
  const beyond: { seq: number; path: string }[] = [];
  let before: Line | undefined;
  for (const { place, path, line } of linesOf(parts)) {
    const found =
      line === undefined
        ? [{ kind: "copy" as const, text: `${place}: is no record of guard's` }]
        : [...verifyPlace(line, before, place, rows), ...verifyText(line, before, place, rows)];
    if (findings.length < MOST_FINDINGS) findings.push(...found);
    if (line !== undefined && line.seq > rows.last && beyond.length < MOST_FINDINGS)
      beyond.push({ seq: line.seq, path });
    before = line ?? before;
  }
  const end = before?.seq ?? rows.first - 1;
  if (end < rows.last)
    findings.push({
      kind: "copy",
      seq: end + 1,
      text: `the lines of ${rangeOf(end + 1, rows.last)} are missing at the copy's end`,
    });
  return { findings, beyond };
}

/** Looked at again later, when what was on its way has come. */
export function verifyBeyond(beyond: VerifiedCopies["beyond"], database: Database): readonly Finding[] {
  const { rowOf } = rowsOf(database);
  return beyond
    .filter(({ seq }) => rowOf.get(seq) === undefined)
    .map(({ seq, path }) => ({
      kind: "truncated",
      seq,
      text: `record ${seq} is in ${path}, and gone from the database`,
    }));
}

function rowsOf(database: Database): Rows {
  const { first, last } = database
    .prepare("SELECT min(seq) AS first, max(seq) AS last FROM record")
    .get() as { first: number | null; last: number | null };
  const rowOf = database.prepare("SELECT hash, body FROM record WHERE seq = ?");
  return { first: first ?? 1, last: last ?? 0, rowOf };
}

function* linesOf(
  parts: readonly CopyPart[],
): Generator<{ place: string; path: string; line: Line | undefined }> {
  for (const part of parts) {
    let number = 0;
    for (const { text, state } of readLines(part)) {
      number++;
      const place = `${part.path}:${number}`;
      yield { place, path: part.path, line: state === "half" ? undefined : readLine(text) };
    }
  }
}

function verifyPlace({ seq }: Line, before: Line | undefined, place: string, { first }: Rows): Finding[] {
  if (before === undefined && seq > first)
    return [
      {
        kind: "copy",
        seq: first,
        text: `${place}: the lines of ${rangeOf(first, seq - 1)} are missing before it`,
      },
    ];
  if (before === undefined || seq === before.seq + 1) return [];
  if (seq <= before.seq)
    return [{ kind: "reordered", seq, text: `${place}: record ${seq} stands after record ${before.seq}` }];
  const text = `${place}: the lines of ${rangeOf(before.seq + 1, seq - 1)} are missing before it`;
  return [{ kind: "copy", seq: before.seq + 1, text }];
}

function verifyText(
  { seq, body, hash }: Line,
  before: Line | undefined,
  place: string,
  { first, rowOf }: Rows,
): Finding[] {
  if (before?.seq === seq - 1 && !hashRecord(before.hash, body).equals(hash))
    return [{ kind: "changed", seq, text: `${place}: the line of record ${seq} was changed` }];
  const row = seq < first ? undefined : (rowOf.get(seq) as Pick<Line, "hash" | "body"> | undefined);
  if (row === undefined) return [];
  if (row.hash.equals(hash) && row.body === body) return [];
  // Then the chain has told it already.
  if (row.hash.equals(hash) && !hashFits(row.body, seq, hash, rowOf)) return [];
  const text = `${place}: the line of record ${seq} is another one than the database's`;
  return [{ kind: "replaced", seq, text }];
}

/** Whether it is the row that is as it was, and the line that is not. */
function hashFits(body: string, seq: number, hash: Buffer, rowOf: Statement): boolean {
  const prior = seq === 1 ? NO_HEAD.hash : (rowOf.get(seq - 1) as Pick<Line, "hash"> | undefined)?.hash;
  return prior === undefined || hashRecord(prior, body).equals(hash);
}
