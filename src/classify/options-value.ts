/** Gives an option its value: attached, the next word, or the words up to `;` or `+`. */
import { hasGlob, knownText, type Word } from "../core/word.ts";
import type { Option } from "./knowledge.ts";
import type { Cursor } from "./options.ts";
import { splits } from "./words.ts";

export function takeValue(cursor: Cursor, at: number, option: Option, attached: Word | undefined): number {
  const { words, reading } = cursor;
  if (option.role?.name === "exec" && attached === undefined) return takeExec(cursor, at, option);
  if (attached !== undefined) {
    if (splits(attached)) reading.doubtful.push(attached);
    reading.used.push({ option, value: attached });
    return at + 1;
  }
  if (option.role?.named) return takeNamed(cursor, at, option);
  const next = words[at + 1];
  if (option.takes !== "value" || next === undefined) {
    reading.used.push({ option });
    return at + 1;
  }
  // `-n $X` unquoted: what follows the first blank in $X is read as further options and operands.
  if (splits(next)) reading.doubtful.push(next);
  if (hasGlob(next) || splits(next)) reading.spilled.push(next);
  reading.used.push({ option, value: next });
  return at + 2;
}

/** jq: `--arg NAME VALUE`. */
function takeNamed(cursor: Cursor, at: number, option: Option): number {
  const { words, reading } = cursor;
  const [name, value] = [words[at + 1], words[at + 2]];
  if (name === undefined || value === undefined || isUnsure(name) || isUnsure(value)) {
    reading.strays.push(words[at] as Word);
  }
  reading.used.push({ option, ...(value === undefined ? {} : { value }) });
  return at + 3;
}

function isUnsure(word: Word): boolean {
  return splits(word) || hasGlob(word);
}

/** find: `-exec CMD … ;` and `-exec CMD … {} +`. */
function takeExec(cursor: Cursor, at: number, option: Option): number {
  const { words, reading } = cursor;
  let end = at + 1;
  for (; end < words.length; end++) {
    const text = knownText(words[end] as Word);
    if (text === ";") break;
    if (text === "+" && knownText(words[end - 1] as Word) === "{}") break;
  }
  const inner = words.slice(at + 1, end);
  reading.used.push({ option, words: inner });
  if (inner.some(splits)) reading.doubtful.push(words[at] as Word);
  return end + 1;
}
