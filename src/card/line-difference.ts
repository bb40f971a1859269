/** What changed between two texts, line by line (Myers: the shortest way from one to the other), within bounds. */
import type { RunText } from "../protocol/card-messages.ts";

export type Row = NonNullable<RunText["change"]>["rows"][number];

export type Difference =
  /** `same` and `added` are the new text; `same` and `removed` the old one. */
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
  /** Too long or too different to be compared in the time that a card has. */
  | { readonly kind: "too-much"; readonly because: string };

/** Of the part between the first and the last change. */
const MOST_LINES = 2_000;
/** Added and removed ones, together. */
const MOST_CHANGES = 400;

export function lineDifference(before: string, now: string): Difference {
  const [old, fresh] = [before.split("\n"), now.split("\n")];
  const start = commonLength(old, fresh, (lines, at) => lines[at]);
  const shortest = Math.min(old.length, fresh.length) - start;
  const end = Math.min(
    shortest,
    commonLength(old, fresh, (lines, at) => lines[lines.length - 1 - at]),
  );
  const middle = compare(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  if (typeof middle === "string") return { kind: "too-much", because: middle };
  const same = (text: string): Row => ({ kind: "same", text });
  return {
    kind: "rows",
    rows: [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)],
  };
}

type Lines = readonly string[];

function commonLength(old: Lines, fresh: Lines, pick: (lines: Lines, at: number) => string | undefined) {
  const most = Math.min(old.length, fresh.length);
  let length = 0;
  while (length < most && pick(old, length) === pick(fresh, length)) length++;
  return length;
}

function compare(old: Lines, fresh: Lines): Row[] | string {
  if (old.length === 0 || fresh.length === 0) return [...old.map(removed), ...fresh.map(added)];
  if (Math.max(old.length, fresh.length) > MOST_LINES)
    return `more than ${MOST_LINES} lines lie between the first change and the last`;
  const trace = findWay(...numbered(old, fresh));
  return trace === undefined
    ? `more than ${MOST_CHANGES} lines are others than before`
    : walkBack(trace, old, fresh);
}

const removed = (text: string): Row => ({ kind: "removed", text });
const added = (text: string): Row => ({ kind: "added", text });

/** Numbers are compared faster than long lines. */
function numbered(old: Lines, fresh: Lines): [Int32Array, Int32Array] {
  const ids = new Map<string, number>();
  const idOf = (line: string): number => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  return [Int32Array.from(old, idOf), Int32Array.from(fresh, idOf)];
}

/** For each number of changes, how far one gets on each diagonal. */
function findWay(old: Int32Array, fresh: Int32Array): Int32Array[] | undefined {
  const trace: Int32Array[] = [];
  const reach = new Int32Array(2 * MOST_CHANGES + 3);
  const middle = MOST_CHANGES + 1;
  for (let changes = 0; changes <= MOST_CHANGES; changes++) {
    trace.push(reach.slice(middle - changes - 1, middle + changes + 2));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = stepsDown(reach, middle, diagonal, changes)
        ? (reach[middle + diagonal + 1] ?? 0)
        : (reach[middle + diagonal - 1] ?? 0) + 1;
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      if (x >= old.length && x - diagonal >= fresh.length) return trace;
    }
  }
  return undefined;
}

/** Down is an added line, to the right a removed one. */
function stepsDown(reach: Int32Array, middle: number, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  if (diagonal === changes) return false;
  return (reach[middle + diagonal - 1] ?? 0) < (reach[middle + diagonal + 1] ?? 0);
}

function walkBack(trace: readonly Int32Array[], old: Lines, fresh: Lines): Row[] {
  const rows: Row[] = [];
  let [x, y] = [old.length, fresh.length];
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const reach = trace[changes] ?? new Int32Array();
    const middle = changes + 1;
    const diagonal = x - y;
    const isDown = stepsDown(reach, middle, diagonal, changes);
    const fromX = changes === 0 ? 0 : (reach[middle + diagonal + (isDown ? 1 : -1)] ?? 0);
    const fromY = changes === 0 ? 0 : fromX - (diagonal + (isDown ? 1 : -1));
    while (x > fromX && y > fromY) {
      rows.push({ kind: "same", text: old[--x] ?? "" });
      y--;
    }
    if (changes === 0) break;
    rows.push(isDown ? added(fresh[--y] ?? "") : removed(old[--x] ?? ""));
  }
  return rows.reverse();
}
