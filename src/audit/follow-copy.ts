/** Before a writer adds to the copy: does it end where the last committed record says? What does not fit is said, and never taken away. */
import { renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Head, hashRecord, NO_HEAD, readLine } from "./chain.ts";
import type { CopyFile, CopyPlace } from "./copy-file.ts";

export interface Uncommitted {
  readonly seq: number;
  readonly body: string;
  readonly hash: Buffer;
  readonly end: number;
}

export interface Followed {
  readonly place: CopyPlace;
  /** Lines that have no rows yet, of another session or of one that was killed: they belong to the record. */
  readonly uncommitted: readonly Uncommitted[];
  /** In words, for a record of its own. */
  readonly strange?: string;
}

/** Throws what the system says. */
export function followCopy(copy: CopyFile, { seq, hash }: Head, { first, end }: CopyPlace): Followed {
  if (copy.endsAt(end)) return { place: { first, end }, uncommitted: [] };
  const size = copy.size();
  if (size < end) {
    // Begun anew by a writer that had just rotated it, and was killed.
    if (size === 0 && copy.isRotated(first, seq))
      return { place: { first: seq + 1, end: 0 }, uncommitted: [] };
    const strange = `${copy.path} has lost lines: it ended at byte ${end} and now ends at ${size}`;
    return { place: { first: size === 0 ? seq + 1 : first, end: size }, uncommitted: [], strange };
  }
  const more = copy.read(end, size);
  const uncommitted = readUncommitted(more, { seq, hash }, end);
  const followed = uncommitted.at(-1)?.end ?? end;
  if (followed === size) return { place: { first, end: size }, uncommitted };
  const next = (uncommitted.at(-1)?.seq ?? seq) + 1;
  if (isBrokenOff(more.subarray(followed - end), next)) {
    copy.cutTo(followed);
    return { place: { first, end: followed }, uncommitted };
  }
  const strange = `${copy.path} holds ${size - followed} bytes that guard did not finish or did not write`;
  return { place: { first, end: endLine(copy, size) }, uncommitted, strange };
}

/** Whole lines, each with the hash that follows from the one before. */
export function readUncommitted(bytes: Buffer, head: Head, from: number): Uncommitted[] {
  const found: Uncommitted[] = [];
  let at = 0;
  let before = head;
  for (let stop = bytes.indexOf(10, at); stop >= 0; stop = bytes.indexOf(10, at)) {
    const line = readLine(bytes.toString("utf8", at, stop));
    if (line === undefined || line.seq !== before.seq + 1) break;
    if (!hashRecord(before.hash, line.body).equals(line.hash)) break;
    at = stop + 1;
    found.push({ ...line, end: from + at });
    before = line;
  }
  return found;
}

/** The beginning of the very next line: its writer was killed in the middle of it, and has told nobody. */
function isBrokenOff(rest: Buffer, next: number): boolean {
  const start = `{"seq":${next},"timestamp":"`;
  return !rest.includes(10) && start.startsWith(rest.toString("latin1", 0, start.length));
}

/** Half a line (a full disk, a stranger) is ended, so that the next one is whole. */
function endLine(copy: CopyFile, size: number): number {
  if (copy.read(size - 1, size)[0] === 10) return size;
  const ended = copy.append("\n", size);
  if (ended.kind === "failed") throw new Error(ended.reason);
  return ended.end;
}

const MOST_TAIL_BYTES = 4 * 1024 * 1024;

export interface CopyEnd {
  readonly head: Head;
  readonly place: CopyPlace;
  /** In words: what stands behind the last line of guard's. */
  readonly strange?: string;
}

/** A stranger's lines may stand behind it; a copy without any line of guard's is from before there was a chain. */
function findLastLine(copy: CopyFile, size: number): { last: Head | undefined; foreign: number } {
  const tail = copy
    .read(Math.max(0, size - MOST_TAIL_BYTES), size)
    .toString("utf8")
    .trimEnd()
    .split("\n");
  let foreign = 0;
  for (const text of tail.reverse()) {
    const last = readLine(text);
    if (last !== undefined) return { last, foreign };
    foreign++;
  }
  return { last: undefined, foreign };
}

/**
 * For a database without records: where the copy's chain ends, which goes on from there. A copy without a chain, as guard wrote it before there
 * was one, is put aside.
 */
export function findCopyEnd(copy: CopyFile): CopyEnd {
  const size = copy.size();
  if (size === 0) return { head: NO_HEAD, place: { first: 1, end: 0 } };
  const { last, foreign } = findLastLine(copy, size);
  if (last !== undefined) {
    const start = copy.read(0, Math.min(size, 64)).toString("utf8");
    const first = Number(/^\{"seq":(\d{1,15}),/.exec(start)?.[1] ?? last.seq);
    const strange = `${copy.path} ends with ${foreign} lines that guard did not finish or did not write`;
    return { head: last, place: { first, end: endLine(copy, size) }, ...(foreign > 0 ? { strange } : {}) };
  }
  renameSync(copy.path, join(dirname(copy.path), `permissions-before-${Date.now()}.jsonl`));
  const problem = copy.open();
  if (problem !== undefined) throw new Error(problem);
  return { head: NO_HEAD, place: { first: 1, end: 0 } };
}
