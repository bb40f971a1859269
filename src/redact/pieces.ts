/**
 * Parts of a text that are hidden, and the mark that takes their place. Whatever a pattern says, a hidden part ends before
 * the first character that a shell could act on: nobody may hide what a command does.
 */

/** Of word characters for every shell: a line with marks has the commands that it had. */
export function markOf(name: string): string {
  return `«redacted:${name}»`;
}

export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** `everywhere`: the same text is hidden where it comes again. */
  readonly hide: "here" | "everywhere";
}

const STOPS = "\\s\\p{C}\\p{Z}\"'`$\\\\;|&<>(){}«»";
const RUN = new RegExp(`[^${STOPS}]+`, "uy");
const STOP = new RegExp(`[${STOPS}]`, "u");

/** Where what may be hidden ends, from here on. */
export function endOfRun(text: string, from: number): number {
  RUN.lastIndex = from;
  return RUN.test(text) ? RUN.lastIndex : from;
}

/** The same for many places of one text, each run read once. */
export function createEndOfRun(text: string): (from: number) => number {
  let [first, end] = [0, 0];
  return (from) => {
    if (from < first || from >= end) [first, end] = [from, endOfRun(text, from)];
    return end;
  };
}

/** The end of what may be hidden of this part. */
export function clip(text: string, from: number, to: number): number {
  const stop = text.slice(from, to).search(STOP);
  return stop < 0 ? to : from + stop;
}

/** Opening quotes, also escaped ones as in JSON inside of quotes. */
export function skipQuotes(text: string, from: number): number {
  QUOTES.lastIndex = from;
  QUOTES.test(text);
  return QUOTES.lastIndex;
}
const QUOTES = /(?:\\{0,3}["'])?/y;

/** In order; those that touch or lie in one another are one, by the name of the first. */
export function joinPieces(found: readonly Piece[]): readonly Piece[] {
  if (found.length < 2) return found;
  const joined: Piece[] = [];
  for (const piece of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = joined.at(-1);
    if (last === undefined || piece.from >= last.to) joined.push(piece);
    else if (piece.to > last.to) joined[joined.length - 1] = { ...last, to: piece.to };
  }
  return joined;
}

export function applyPieces(text: string, pieces: readonly Piece[]): string {
  let out = "";
  let at = 0;
  for (const { from, to, name } of pieces) {
    out += text.slice(at, from) + markOf(name);
    at = to;
  }
  return out + text.slice(at);
}
