/** Lines without rows: a writer that was killed has left them, which is of no interest; or somebody has taken the rows away. */
import type { Head } from "./chain.ts";
import type { Uncommitted } from "./follow-copy.ts";
import { findToldSeq } from "./heads.ts";

/** The database follows the lines in milliseconds; it may have to wait for another session's lock. */
const MOST_BEHIND_MS = 2_000;

/** `last`: the database's last record. What it once had is told by the heads. */
export function isLeftOver(lines: readonly Uncommitted[], last: Head, copyFile: string): boolean {
  const [from, to] = [lines[0], lines.at(-1)];
  if (from === undefined || to === undefined) return false;
  if (Math.abs(timeOf(to.body) - timeOf(from.body)) > MOST_BEHIND_MS) return false;
  return findToldSeq(copyFile) <= last.seq;
}

export function timeOf(body: string): number {
  return Date.parse(/"timestamp":"([^"]+)"/.exec(body)?.[1] ?? "") || 0;
}
