/**
 * Words that are read as something else. Sentences in one script are no attack, whatever the script: a word is flagged when
 * Latin letters are mixed with others, or when all its letters pass for Latin ones and nothing near it is plainly foreign.
 */
import { showCodePoint } from "../core/visible.ts";
import { type Flag, type FlagKind, listExamples, showExample } from "./flag.ts";
import { compatibleLatin, latinFor, latinTwin, readAsLatin } from "./look-alikes.ts";
import { areWrittenTogether, EAST_ASIAN, scriptOf, scriptsOf } from "./scripts.ts";
import type { Word } from "./words.ts";

/** What the sentence is about: all words of one sentence are listed together. */
interface Seen {
  readonly kind: FlagKind;
  readonly about: string;
}

/** What is known of a word before its pieces are looked at. */
interface Around {
  /** A program or a host: looked up by its letters, so that each of them counts. */
  readonly isName: boolean;
  readonly hasLatin: boolean;
  readonly nearEastAsian: boolean;
  /** Scripts that stand near with letters that cannot be taken for Latin ones. */
  readonly plainlyForeign: ReadonlySet<string | undefined>;
}

const NEIGHBOURS = 2;
const PIECES = /[\p{L}\p{M}\p{N}\p{So}]+/gu;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const HOST = /:\/\/|@|^www\./u;

export function flagLookAlikes(words: readonly Word[]): Flag[] {
  const found = words.flatMap((word, index) => {
    if (/^[ -~]*$/.test(word.text)) return [];
    const around = lookAround(word, words.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1));
    const seen = lookAt(word.text, around);
    return seen === undefined ? [] : [{ ...seen, example: exampleOf(word.text, around.isName) }];
  });
  return [...new Map(found.map(({ about, kind }) => [about, kind]))].map(([about, kind]) => {
    const examples = found.filter((one) => one.about === about).map(({ example }) => example);
    return { kind, text: `${about}: ${listExamples(examples)}` };
  });
}

function lookAround({ text, place }: Word, near: readonly Word[]): Around {
  const chars = Array.from(near.map((one) => one.text).join(" "));
  return {
    isName: place === "program" || HOST.test(text),
    hasLatin: scriptsOf(text).includes("Latin"),
    nearEastAsian: chars.some((char) => EAST_ASIAN.test(char)),
    plainlyForeign: new Set(chars.filter((char) => latinFor(char) === undefined).map(scriptOf)),
  };
}

/** What cannot be seen parts no word for the eye. The first piece that is not what it seems speaks for the word. */
function lookAt(word: string, around: Around): Seen | undefined {
  for (const piece of word.replace(UNSEEN, "").match(PIECES) ?? []) {
    const chars = Array.from(piece);
    const seen =
      compatible(chars, around) ?? mixed(chars, around) ?? wholly(chars, around) ?? twins(chars, around);
    if (seen !== undefined) return seen;
  }
  return undefined;
}

/** Fullwidth letters are everyday text in Japanese sentences. */
function compatible(chars: readonly string[], { isName, nearEastAsian }: Around): Seen | undefined {
  if (nearEastAsian && !isName) return undefined;
  if (!chars.some((char) => compatibleLatin(char) !== undefined)) return undefined;
  return {
    kind: "look-alike",
    about: "holds fullwidth, mathematical or other styled letters that look like plain ones",
  };
}

/** Symbols such as the Greek μ, Ω and Δ beside Latin letters are common in sentences and mistaken for nothing. */
function mixed(chars: readonly string[], { isName }: Around): Seen | undefined {
  const scripts = scriptsOf(chars.join(""));
  const hasLatin = scripts.includes("Latin");
  const passing = chars.filter((char) => scriptOf(char) !== "Latin" && latinFor(char) !== undefined);
  if (hasLatin && passing.length > 0) return passesForLatin(passing);
  if (areWrittenTogether(scripts) && !(isName && hasLatin && scripts.length > 1)) return undefined;
  if (!isName && scripts.every((name) => name === "Latin" || name === "Greek")) return undefined;
  return { kind: "mixed-scripts", about: "mixes letters of different scripts in one word" };
}

function wholly(chars: readonly string[], around: Around): Seen | undefined {
  const letters = chars.filter((char) => scriptOf(char) !== undefined);
  const script = scriptOf(letters[0] ?? "");
  if (script === undefined || script === "Latin") return undefined;
  if (!letters.every((char) => latinFor(char) !== undefined)) return undefined;
  const isSentence = around.plainlyForeign.has(script) || (letters.length === 1 && !around.hasLatin);
  return isSentence && !around.isName ? undefined : passesForLatin(letters);
}

function passesForLatin(letters: readonly string[]): Seen {
  const names = scriptsOf(letters.join(""))
    .toSorted((a, b) => a.localeCompare(b))
    .join(" and ");
  return { kind: "look-alike", about: `holds ${names} letters that look like Latin ones` };
}

/** Latin letters that are drawn like others. */
function twins(chars: readonly string[], { isName }: Around): Seen | undefined {
  if (!isName || !chars.some((char) => latinTwin(char) !== undefined)) return undefined;
  return { kind: "look-alike", about: "holds letters that look like plain Latin ones" };
}

/** `аpt -> <U+0430>pt`: the letters that are not what they seem as code points. */
function exampleOf(word: string, isName: boolean): string {
  const exposed = Array.from(word, (char) => (isNotPlain(char, isName) ? showCodePoint(char) : char)).join(
    "",
  );
  const read = readAsLatin(word);
  const taken = /^[ -~]+$/.test(read) ? ` (reads as ${showExample(read)})` : "";
  return `${showExample(word)} -> ${showExample(exposed)}${taken}`;
}

function isNotPlain(char: string, isName: boolean): boolean {
  if (compatibleLatin(char) !== undefined) return true;
  if (isName && latinTwin(char) !== undefined) return true;
  const script = scriptOf(char);
  return script !== undefined && script !== "Latin";
}
