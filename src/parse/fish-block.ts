/**
 * Blocks of fish: their commands are read one by one, so that what is denied is denied inside them too. How they follow one another
 * (how often, with which values, in which folder) is not worked out: a line with a block is never allowed unasked.
 */
import type { Word } from "../core/word.ts";
import { knownText } from "../core/word.ts";

/** A command may follow in the same place: `if test -f x`, `begin; …`. */
const BEFORE_COMMANDS: ReadonlySet<string> = new Set(["if", "else", "while", "begin"]);
/** Only words of their own follow. */
const WITH_WORDS: ReadonlySet<string> = new Set(["for", "switch", "case", "function", "end"]);
/** Of other shells; fish itself refuses most of them. */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set("{ } [[ (( foreach do done then fi".split(" "));

export type BlockWord = "before-commands" | "with-words" | "not-understood" | "none";

export function blockWordOf(first: Word | undefined): BlockWord {
  const name = (first && knownText(first)) ?? "";
  if (BEFORE_COMMANDS.has(name)) return "before-commands";
  if (WITH_WORDS.has(name)) return "with-words";
  return NOT_UNDERSTOOD.has(name) ? "not-understood" : "none";
}

export const BLOCK_DOUBT = {
  kind: "unknown-text",
  because: "the line has a block, whose course cannot be known",
} as const;
