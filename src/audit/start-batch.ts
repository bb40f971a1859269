/**
 * Where a transaction begins: behind the last record, with every line that has no row taken in. What does not fit, in the database or in the lines, is
 * said in a record of its own, and never taken away.
 */
import { Batch, type Row } from "./batch.ts";
import { type Head, textOf } from "./chain.ts";
import type { CopyFile } from "./copy-file.ts";
import { findCopyEnd, followCopy, type Uncommitted } from "./follow-copy.ts";
import { isLeftOver, timeOf } from "./left-over.ts";
import type { QuickLines } from "./quick-lines.ts";
import type { LastRow, Statements } from "./statements.ts";

/** All of it inside of the database's lock and of the lines'. */
export interface Ground {
  readonly file: string;
  readonly session: string;
  readonly rotateBytes: number;
  readonly nowMs: number;
  readonly copy: CopyFile;
  readonly statements: Statements;
  readonly quick: QuickLines;
  /** The last record that this store has seen in the database: it cannot vanish. */
  readonly seen: Head | undefined;
  readonly reopenCopy: () => void;
}

/** A clock is trimmed by less; what is set back is set back by more. */
const CLOCK_SET_BACK_MS = 1_000;

export function startBatch(ground: Ground): Batch {
  const { statements, quick, rotateBytes } = ground;
  const found = statements.last.get() as LastRow | undefined;
  const row = found && (giveRows(found, quick, statements) ?? found);
  const batch = row === undefined ? startEmpty(ground) : startAfter(row, ground);
  // Not with lines whose rows are not committed: a rotation that is broken off would part them from those.
  if (batch.place.end > rotateBytes && batch.head.seq === found?.seq) rotate(batch, ground.copy);
  const backMs = (row?.at_ms ?? 0) - batch.nowMs;
  if (backMs >= CLOCK_SET_BACK_MS) batch.note("clock", { back_ms: backMs });
  for (const reason of batch.strange) batch.note("notice", { rule: "guard.audit-changed", reason });
  if (row !== undefined) for (const { body } of findLost(ground)) batch.add(textOf(body));
  return batch;
}

/** To those that wait, from memory: whatever happened to their lines. Undefined: there are none, or they do not follow this one. */
export function giveRows(row: LastRow, quick: QuickLines, statements: Statements): LastRow | undefined {
  const last = quick.waiting.at(-1);
  if (last === undefined || !quick.follows(row)) return undefined;
  insertRows(quick.waiting, statements);
  return { seq: last.seq, at_ms: last.atMs, hash: last.hash, copy_first: last.first, copy_end: last.end };
}

export function insertRows(rows: readonly Row[], { insert }: Statements): void {
  for (const { seq, atMs, hash, first, end, body } of rows) insert.run(seq, atMs, hash, first, end, body);
}

/** No record is there: none yet, or somebody has taken the database away, and the chain goes on from the copy's or from ours. */
function startEmpty({ copy, seen, file, session, nowMs }: Ground): Batch {
  const { head, place, strange } = findCopyEnd(copy);
  const from = seen !== undefined && seen.seq >= head.seq ? seen : head;
  const batch = new Batch(from, place, nowMs, session);
  if (strange !== undefined) batch.strange.push(strange);
  if (from.seq > 0)
    batch.strange.push(
      `${file} held no records, though there had been ${from.seq}: it begins anew with the next`,
    );
  return batch;
}

function startAfter(row: LastRow, ground: Ground): Batch {
  const { copy, statements, seen, reopenCopy, nowMs, session } = ground;
  const vanished = findVanished(row, ground);
  // Another session, or another thread of ours, has gone on in a new file: nobody else does so while we hold the locks.
  if (!copy.isStillThere()) reopenCopy();
  const followed = followCopy(copy, row, { first: row.copy_first, end: row.copy_end });
  const rows = followed.uncommitted.map((line) => ({
    ...line,
    atMs: timeOf(line.body),
    first: row.copy_first,
  }));
  insertRows(rows, statements);
  const head = rows.at(-1) ?? row;
  const from = vanished !== undefined && seen && seen.seq > head.seq ? seen : head;
  const batch = new Batch(from, followed.place, nowMs, session);
  const strange = [
    vanished,
    followed.strange,
    describeAdopted(followed.uncommitted, row, ground),
    describeLost(ground),
  ];
  batch.strange.push(...strange.filter((one) => one !== undefined));
  return batch;
}

function describeAdopted(
  lines: readonly Uncommitted[],
  row: LastRow,
  { file, copy }: Ground,
): string | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined || isLeftOver(lines, row, copy.path)) return undefined;
  return `${file} had lost records ${first.seq} to ${last.seq}: they are back, from the lines beside it`;
}

/** Lines of ours that waited for their rows, and that nobody has taken in: they are written once more. */
function findLost({ quick, statements }: Ground): readonly Row[] {
  return quick.waiting.filter(({ seq, hash }) => {
    const there = statements.hashOf.get(seq) as LastRow | undefined;
    return !there?.hash.equals(hash);
  });
}

function describeLost(ground: Ground): string | undefined {
  const [first] = findLost(ground);
  if (first === undefined) return undefined;
  return `${ground.copy.path} was changed from outside: record ${first.seq} was taken out of it before the database had it`;
}

/** What this store wrote or saw last must still be there, as it was. */
function findVanished({ seq, hash }: LastRow, { seen, statements, file }: Ground): string | undefined {
  if (seen === undefined) return undefined;
  const { hashOf, first } = statements;
  const there = seq === seen.seq ? hash : (hashOf.get(seen.seq) as LastRow | undefined)?.hash;
  if (there?.equals(seen.hash)) return undefined;
  // Retention took it, or it is as if: then the record's beginning is what `guard log verify` looks at.
  const isBefore = there === undefined && ((first.get() as LastRow | undefined)?.seq ?? 0) > seen.seq;
  if (isBefore) return undefined;
  return `${file} was changed from outside: record ${seen.seq} is ${there ? "another one" : "gone"}`;
}

function rotate(batch: Batch, copy: CopyFile): void {
  const problem = copy.rotate(batch.place.first, batch.head.seq);
  if (problem !== undefined) throw new Error(problem);
  batch.place = { first: batch.head.seq + 1, end: 0 };
}
