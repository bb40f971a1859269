/** Arguments -> options and operands, by the style in which the program reads them. */
import { knownPrefix, type Word } from "../core/word.ts";
import type { Option, Spec } from "./knowledge.ts";
import { readDashed, readKey } from "./options-gnu.ts";
import { readWhole } from "./options-long.ts";
import { isEntirelyKnown, splits } from "./words.ts";

export interface Used {
  readonly option: Option;
  readonly value?: Word;
  /** The words of an `exec` option. */
  readonly words?: readonly Word[];
}

export interface Reading {
  readonly operands: Word[];
  readonly used: Used[];
  /** Options that are not listed, or not listed like this. */
  readonly strays: Word[];
  /** Words that may turn out to be options. */
  readonly doubtful: Word[];
  /** Globs given to an option: all but the first name that they match are operands. */
  readonly spilled: Word[];
}

/** One step of a reader: looks at `words[at]`, returns where to go on. */
export interface Cursor {
  readonly spec: Spec;
  readonly words: readonly Word[];
  readonly reading: Reading;
}

export function readOptions(spec: Spec, words: readonly Word[], start: number): Reading {
  const reading: Reading = { operands: [], used: [], strays: [], doubtful: [], spilled: [] };
  const cursor: Cursor = { spec, words, reading };
  if (spec.style === "raw") return { ...reading, operands: words.slice(start) };
  let at = spec.style === "bundle" ? readLetters(cursor, start) : start;
  while (at < words.length) {
    const word = words[at] as Word;
    const lead = knownPrefix(word);
    if (!looksLikeOption(spec, word, lead)) at = readOperand(cursor, at, word);
    else if (lead === "--" && isEntirelyKnown(word)) at = readEnd(cursor, at);
    else at = spec.style === "long" ? readWhole(cursor, at, lead) : readDashed(cursor, at, lead);
  }
  return reading;
}

function readOperand(cursor: Cursor, at: number, word: Word): number {
  const { spec, reading } = cursor;
  if (isDoubtful(word)) reading.doubtful.push(word);
  if (spec.subcommands !== undefined || spec.style === "posix") return takeRest(cursor, at);
  reading.operands.push(word);
  return at + 1;
}

/** find and its like go on reading options after `--`; key=value pairs are no options to begin with. */
function readEnd(cursor: Cursor, at: number): number {
  if (cursor.spec.style === "long") return at + 1;
  return cursor.spec.style === "keyvalue" ? takePairs(cursor, at + 1) : takeRest(cursor, at + 1);
}

function takePairs(cursor: Cursor, start: number): number {
  for (let at = start; at < cursor.words.length; at++) {
    const word = cursor.words[at] as Word;
    const lead = knownPrefix(word);
    if (isDoubtful(word)) cursor.reading.doubtful.push(word);
    if (lead.includes("=")) readKey(cursor, at, lead);
    else cursor.reading.operands.push(word);
  }
  return cursor.words.length;
}

function takeRest(cursor: Cursor, start: number): number {
  for (let at = start; at < cursor.words.length; at++) cursor.reading.operands.push(cursor.words[at] as Word);
  return cursor.words.length;
}

function isDoubtful(word: Word): boolean {
  const [first] = word.pieces;
  return splits(word) || first?.kind === "unknown" || (first?.kind === "glob" && first.dashes === true);
}

function looksLikeOption(spec: Spec, word: Word, lead: string): boolean {
  const first = lead.charCodeAt(0);
  if (first === 45 /* - */) return lead.length > 1 || word.pieces.length > 1;
  if (first === 43 /* + */) return lead.length > 1 && spec.style !== "keyvalue" && hasPlus(spec, lead);
  if (spec.style === "long") return spec.options.has(lead) && isEntirelyKnown(word);
  return spec.style === "keyvalue" && lead.includes("=");
}

function hasPlus(spec: Spec, lead: string): boolean {
  return spec.options.has(lead.slice(0, 2)) || spec.options.has(lead) || spec.options.has("+NUM");
}

/** `tar xzf a.tgz`: letters without a dash; those that take a value take the following words in their order. */
function readLetters(cursor: Cursor, start: number): number {
  const { spec, words, reading } = cursor;
  const word = words[start];
  if (word === undefined) return start;
  const lead = knownPrefix(word);
  if (lead === "" || lead.startsWith("-")) return start;
  let at = start + 1;
  for (const letter of lead) {
    const option = spec.options.get(`-${letter}`);
    if (option === undefined) {
      if (reading.strays.length === 0) reading.strays.push(word);
    } else if (option.takes === "value" && words[at] !== undefined) {
      reading.used.push({ option, value: words[at] as Word });
      at += 1;
    } else {
      reading.used.push({ option });
    }
  }
  if (!isEntirelyKnown(word)) reading.doubtful.push(word);
  return at;
}
