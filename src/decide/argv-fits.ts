/** Are these the words that a command of the line could have become? */
import { basename } from "node:path";
import type { CommandResult, OpenWord } from "./result.ts";
import { matchesShellGlob } from "./shell-glob.ts";

/** By dynamic programming over both lists: no line makes it slow. */
export function argvFits(actual: readonly string[], shown: Pick<CommandResult, "argv" | "open">): boolean {
  const [program = "", ...words] = actual;
  const [name = "", ...patterns] = shown.argv;
  if (basename(program) !== basename(name)) return false;
  const open = new Map((shown.open ?? []).map((entry) => [entry.word, entry.as]));
  // fits[n]: the patterns so far can become the first n words.
  let fits: boolean[] = [true, ...words.map(() => false)];
  patterns.forEach((pattern, index) => {
    fits = advance(fits, words, pattern, open.get(index + 1));
  });
  return fits.at(-1) === true;
}

function advance(
  fits: readonly boolean[],
  words: readonly string[],
  pattern: string,
  as: OpenWord["as"] | undefined,
): boolean[] {
  const many = as === "many" || as === "names";
  const next = fits.map((fit) => many && fit);
  words.forEach((word, index) => {
    if (!becomes(word, pattern, as)) return;
    // One word more behind a list that fits, or, where it may be several, behind itself.
    if (fits[index] || (many && next[index])) next[index + 1] = true;
  });
  return next;
}

function becomes(word: string, pattern: string, as: OpenWord["as"] | undefined): boolean {
  switch (as) {
    case undefined:
      return word === pattern;
    case "one":
    case "many":
      return true;
    case "names":
      return word === pattern || matchesShellGlob(pattern, word);
  }
}
