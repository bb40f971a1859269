/** Options with dashes as GNU programs read them: `--long=value`, abbreviations, `-abc` bundles, `-ovalue`, `of=value`. */
import type { Word } from "../core/word.ts";
import type { Option, Spec } from "./knowledge.ts";
import type { Cursor, Reading } from "./options.ts";
import { takeValue } from "./options-value.ts";
import { dropPrefix, isEntirelyKnown } from "./words.ts";

const SWITCH_VALUES: ReadonlySet<string> = new Set(["true", "false", "yes", "no", "on", "off", "0", "1"]);
const NUMBER = /^[-+]\d+$/u;

export function readDashed(cursor: Cursor, at: number, lead: string): number {
  if (lead.startsWith("--")) return readNamed(cursor, at, lead);
  if (lead.charCodeAt(0) !== 45 && lead.charCodeAt(0) !== 43) return readKey(cursor, at, lead);
  return readBundle(cursor, at, lead);
}

function readNamed(cursor: Cursor, at: number, lead: string): number {
  const { spec, words, reading } = cursor;
  const word = words[at] as Word;
  const equals = lead.indexOf("=");
  if (equals < 0 && !isEntirelyKnown(word)) {
    reading.strays.push(word);
    return at + 1;
  }
  const name = equals < 0 ? lead : lead.slice(0, equals);
  let option = spec.options.get(name);
  if (option === undefined) {
    // The real program may have an option of exactly this name that is not listed: it counts as both.
    reading.strays.push(word);
    option = abbreviated(spec, name);
    if (option === undefined) return at + 1;
  }
  return useNamed(cursor, at, option, equals < 0 ? undefined : equals + 1);
}

/** `valueAt` = where an attached value begins. */
function useNamed(cursor: Cursor, at: number, option: Option, valueAt: number | undefined): number {
  const word = cursor.words[at] as Word;
  if (valueAt !== undefined) {
    const value = dropPrefix(word, valueAt);
    if (option.takes === "nothing" && !isSwitchValue(value)) cursor.reading.strays.push(word);
    return takeValue(cursor, at, option, value);
  }
  return takeValue(cursor, at, option, undefined);
}

function isSwitchValue(word: Word): boolean {
  const piece = word.pieces[0];
  return word.pieces.length === 1 && piece?.kind === "text" && SWITCH_VALUES.has(piece.text);
}

function abbreviated(spec: Spec, name: string): Option | undefined {
  let found: string | undefined;
  for (const long of spec.longNames) {
    if (!long.startsWith(name)) continue;
    if (found !== undefined) return undefined;
    found = long;
  }
  return found === undefined ? undefined : spec.options.get(found);
}

/** dd: `of=value`. */
export function readKey(cursor: Cursor, at: number, lead: string): number {
  const { spec, words, reading } = cursor;
  const word = words[at] as Word;
  const end = lead.indexOf("=") + 1;
  const option = spec.options.get(lead.slice(0, end));
  if (option === undefined) reading.strays.push(word);
  else reading.used.push({ option, value: dropPrefix(word, end) });
  return at + 1;
}

function readBundle(cursor: Cursor, at: number, lead: string): number {
  const { spec } = cursor;
  const whole = lead.length > 2 || !spec.options.has(lead) ? wholeName(cursor, at, lead) : undefined;
  if (whole !== undefined) return whole;
  return readLetterByLetter(cursor, at, lead);
}

function readLetterByLetter(cursor: Cursor, at: number, lead: string): number {
  const { spec, words, reading } = cursor;
  const word = words[at] as Word;
  const strays = reading.strays.length;
  for (let index = 1; index < lead.length; index++) {
    const option = spec.options.get(lead.charAt(0) + lead.charAt(index));
    if (option === undefined) {
      addStray(reading, strays, word);
    } else if (option.takes === "nothing") {
      reading.used.push({ option });
    } else {
      const attached = index + 1 < lead.length || !isEntirelyKnown(word);
      const end = takeValue(cursor, at, option, attached ? dropPrefix(word, index + 1) : undefined);
      // Behind an unlisted letter this may be that letter's value: the next word counts as an operand too.
      return reading.strays.length > strays ? at + 1 : end;
    }
  }
  if (!isEntirelyKnown(word)) reading.doubtful.push(word);
  return at + 1;
}

/** One letter of a bundle is enough to ask. `before`: how many strays there were before the bundle. */
function addStray({ strays }: Reading, before: number, word: Word): void {
  if (strays.length === before) strays.push(word);
}

/** Listed names of several letters behind one dash (`-NUM`, `-std=c99`). */
function wholeName(cursor: Cursor, at: number, lead: string): number | undefined {
  const { spec, words } = cursor;
  const known = isEntirelyKnown(words[at] as Word);
  const equals = lead.indexOf("=");
  if (equals > 2) {
    const named = spec.options.get(lead.slice(0, equals));
    if (named !== undefined) return useNamed(cursor, at, named, equals + 1);
  }
  const exact = known ? (spec.options.get(lead) ?? numberOption(spec, lead)) : undefined;
  return exact === undefined ? undefined : takeValue(cursor, at, exact, undefined);
}

function numberOption(spec: Spec, lead: string): Option | undefined {
  return NUMBER.test(lead) ? spec.options.get(`${lead.charAt(0)}NUM`) : undefined;
}
