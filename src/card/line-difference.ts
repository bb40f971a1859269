/** What changed between two texts, line by line (Myers: the shortest way from one to the other), within bounds. */
import type { RunText } from "../protocol/card-messages.ts";
import { grouped } from "./count-words.ts";
import { shortestWay } from "./shortest-way.ts";

export type Row = NonNullable<RunText["change"]>["rows"][number];

export type Difference =
  /** `same` and `added` are the new text; `same` and `removed` the old one. */
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
  /** Too long or too different to be compared in the time that a card has. */
  | { readonly kind: "too-much"; readonly because: string };

/** Of each text. */
const MOST_LINES_OF_ALL = 20_000;
/** Of the part between the first and the last change. */
const MOST_LINES = 2_000;
/** Added and removed ones, together. */
const MOST_CHANGES = 400;

export function lineDifference(before: string, now: string): Difference {
  const [old, fresh] = [before.split("\n"), now.split("\n")];
  if (Math.max(old.length, fresh.length) > MOST_LINES_OF_ALL)
    return { kind: "too-much", because: `it has more than ${grouped(MOST_LINES_OF_ALL)} lines` };
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
    return `more than ${grouped(MOST_LINES)} lines lie between the first change and the last`;
  const way = shortestWay(...numbered(old, fresh), MOST_CHANGES);
  if (way === undefined) return `more than ${MOST_CHANGES} lines are others than before`;
  let [at, on] = [0, 0];
  return way.map((kind) => {
    const text = kind === "added" ? fresh[on] : old[at];
    if (kind !== "added") at++;
    if (kind !== "removed") on++;
    return { kind, text: text ?? "" };
  });
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
