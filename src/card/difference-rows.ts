/** A difference as a card shows it: the changes with three lines around them; what is left out is counted. */
import { countLines } from "./count-lines.ts";
import { grouped, several } from "./count-words.ts";
import { lineDifference, type Row } from "./line-difference.ts";

const CONTEXT = 3;
const MOST_ROWS = 400;
const MOST_CHARACTERS = 32 * 1024;

/** Undefined: it is the same text. */
export function differenceRows(before: string, now: string): Row[] | undefined {
  if (before === now) return undefined;
  const difference = lineDifference(before, now);
  if (difference.kind === "too-much")
    return [gap(`it is not compared line by line: ${difference.because}`), gap(sizes(before, now))];
  return withinLimits(withoutFarLines(withoutEnd(difference.rows)));
}

/** Both end with a line end: the nothing behind it is no line. */
function withoutEnd(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  return last?.kind === "same" && last.text === "" ? rows.slice(0, -1) : rows;
}

function gap(text: string): Row {
  return { kind: "gap", text };
}

function sizes(before: string, now: string): string {
  const lines = (text: string) => several(countLines(text), "line");
  return `${lines(before)} then, ${lines(now)} now`;
}

function withoutFarLines(rows: readonly Row[]): Row[] {
  const near = new Uint8Array(rows.length);
  for (const [index, { kind }] of rows.entries())
    if (kind !== "same") near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  const shown: Row[] = [];
  let skipped = 0;
  const close = () => {
    if (skipped > 0) shown.push(gap(`${several(skipped, "line")} as before`));
    skipped = 0;
  };
  for (const [index, row] of rows.entries()) {
    if (near[index] === 1) {
      close();
      shown.push(row);
    } else skipped++;
  }
  close();
  return shown;
}

/** A line may be as long as the whole text. */
function withinLimits(rows: readonly Row[]): Row[] {
  const shown: Row[] = [];
  let left = MOST_CHARACTERS;
  for (const row of rows) {
    if (shown.length >= MOST_ROWS || left <= 0) {
      shown.push(gap(`${several(rows.length - shown.length, "more row")} of the difference`));
      return shown;
    }
    shown.push(row.text.length <= left ? row : { ...row, text: cutRow(row.text, left) });
    left -= row.text.length;
  }
  return shown;
}

function cutRow(text: string, most: number): string {
  const head = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${head}… (${grouped(text.length - head.length)} more characters)`;
}
