/** Commands that hide by their size, and signs that are typed out. */
import { count, type Flag, listExamples } from "./flag.ts";

const MANY_CHARACTERS = 2_000;
const MANY_LINES = 20;
/** More than any indentation: it pushes what follows out of sight. */
const GAP = /(?:[^\S\n]){40,}|(?:[^\S\n]*\n){8,}/gu;

export function flagSize(text: string): Flag[] {
  const lines = text.replace(/\n$/, "").split("\n").length;
  const characters = text.length <= MANY_CHARACTERS ? text.length : Array.from(text).length;
  if (characters <= MANY_CHARACTERS && lines <= MANY_LINES) return [];
  return [
    {
      kind: "size",
      text: `${count(characters, "character", "characters")}, ${count(lines, "line", "lines")}: shown whole below`,
    },
  ];
}

export function flagGaps(text: string): Flag[] {
  const gaps = text.match(GAP) ?? [];
  if (gaps.length === 0) return [];
  const longest = Math.max(...gaps.map((gap) => gap.length));
  return [
    {
      kind: "gap",
      text: `leaves wide gaps: up to ${count(longest, "blank or line end", "blanks or line ends")} in a row; look at what follows them`,
    },
  ];
}

/** A sign for a hidden character that stands there letter by letter. */
export function flagTypedOut(text: string): Flag[] {
  const found = text.match(/<U\+[0-9A-F]{4,6}>|[\u21e5\u23ce]/g) ?? [];
  if (found.length === 0) return [];
  const signs = found.map((one) =>
    one.length === 1 ? `the drawn sign ${one === "\u23ce" ? "of a line end" : "of a tab"}` : one,
  );
  return [
    {
      kind: "typed-out",
      text: `these are typed out in it and stand for no hidden character: ${listExamples(signs)}`,
    },
  ];
}
