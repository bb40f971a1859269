/** Are these the words that a command of the line could have become? */
import { basename } from "node:path";
import type { CommandResult, OpenWord } from "./result.ts";
import { matchesShellGlob } from "./shell-glob.ts";

/** A word as it was shown; `as` left out: it is known. */
interface Pattern {
  readonly text: string;
  readonly as: OpenWord["as"] | undefined;
}

/** Above this, what could be compared with what is not worth the time: they do not fit. */
const MAX_COMPARED = 50_000;

export function argvFits(actual: readonly string[], shown: Pick<CommandResult, "argv" | "open">): boolean {
  const [program = "", ...words] = actual;
  const [name = "", ...texts] = shown.argv;
  if (basename(program) !== basename(name)) return false;
  const open = new Map((shown.open ?? []).map((entry) => [entry.word, entry.as]));
  const patterns = texts.map((text, index) => ({ text, as: open.get(index + 1) }));
  // Known words at both ends stand where they were shown: most commands are nothing else.
  const before = sameWords(patterns, words, (at) => at);
  const after = sameWords(patterns.slice(before), words.slice(before), (at, length) => length - 1 - at);
  return middleFits(
    patterns.slice(before, patterns.length - after),
    words.slice(before, words.length - after),
  );
}

/** How many of them, counted in this order, are known and the same. */
function sameWords(
  patterns: readonly Pattern[],
  words: readonly string[],
  place: (at: number, length: number) => number,
): number {
  const most = Math.min(patterns.length, words.length);
  for (let at = 0; at < most; at++) {
    const pattern = patterns[place(at, patterns.length)];
    if (pattern?.as !== undefined || pattern?.text !== words[place(at, words.length)]) return at;
  }
  return most;
}

/** By dynamic programming over both lists. */
function middleFits(patterns: readonly Pattern[], words: readonly string[]): boolean {
  if (patterns.length * words.length > MAX_COMPARED) return false;
  // fits[n]: the patterns so far can become the first n words.
  let fits: boolean[] = [true, ...words.map(() => false)];
  for (const pattern of patterns) fits = advance(fits, words, pattern);
  return fits.at(-1) === true;
}

function advance(fits: readonly boolean[], words: readonly string[], pattern: Pattern): boolean[] {
  const many = pattern.as === "many" || pattern.as === "names";
  const next = fits.map((fit) => many && fit);
  words.forEach((word, index) => {
    if (!becomes(word, pattern)) return;
    // One word more behind a list that fits, or, where it may be several, behind itself.
    if (fits[index] || (many && next[index])) next[index + 1] = true;
  });
  return next;
}

function becomes(word: string, { text, as }: Pattern): boolean {
  switch (as) {
    case undefined:
      return word === text;
    case "one":
    case "many":
      return true;
    case "names":
      return word === text || matchesShellGlob(text, word);
  }
}
