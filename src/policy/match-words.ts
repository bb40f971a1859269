/** Do these words fit this pattern? Rules that allow are read narrowly, rules that restrict widely. */
import { knownText, type Word } from "../core/word.ts";
import { both, either } from "./path-glob.ts";
import type { WordPattern } from "./pattern.ts";
import type { Hit, Stance } from "./policy.ts";
import { lowerParts, matchesParts, partsOfWord, partsOverlap } from "./wildcard.ts";

type OneWord = Extract<WordPattern, { kind: "one" }>;

export function matchWords(patterns: readonly WordPattern[], words: readonly Word[], stance: Stance): Hit {
  const firstMany = patterns.findIndex(({ kind }) => kind === "many");
  const inLine = firstMany < 0 || firstMany === patterns.length - 1;
  if (inLine && (stance === "loosen" || !words.some(splits))) return matchInLine(patterns, words, stance);
  let row = endRow(patterns);
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at];
    if (word) row = nextRow(patterns, word, row, stance);
  }
  return row[0] ?? "no";
}

/** Nearly all patterns: some words, then perhaps `**`. Ends at the first word that does not fit. */
function matchInLine(patterns: readonly WordPattern[], words: readonly Word[], stance: Stance): Hit {
  const open = patterns.at(-1)?.kind === "many";
  const count = open ? patterns.length - 1 : patterns.length;
  if (words.length < count || (!open && words.length > count)) return "no";
  let hit: Hit = "yes";
  for (let at = 0; at < count && hit !== "no"; at++) {
    const pattern = patterns[at];
    const word = words[at];
    if (pattern?.kind === "one" && word) hit = both(hit, matchWord(pattern, word, stance));
  }
  if (hit === "no" || !open) return hit;
  return words.slice(count).every((word) => manyCovers(word, stance)) ? hit : "no";
}

/** No words are left: only `**` can still fit. */
function endRow(patterns: readonly WordPattern[]): Hit[] {
  const row: Hit[] = new Array(patterns.length + 1).fill("no");
  row[patterns.length] = "yes";
  for (let p = patterns.length - 1; p >= 0 && patterns[p]?.kind === "many"; p--) row[p] = "yes";
  return row;
}

function nextRow(patterns: readonly WordPattern[], word: Word, after: readonly Hit[], stance: Stance): Hit[] {
  const row: Hit[] = new Array(patterns.length + 1).fill("no");
  // An unquoted unknown may become no word at all, or several.
  const elastic = stance === "tighten" && splits(word);
  if (elastic) row[patterns.length] = both("maybe", after[patterns.length]);
  for (let p = patterns.length - 1; p >= 0; p--) {
    const pattern = patterns[p];
    if (!pattern) continue;
    let hit: Hit =
      pattern.kind === "many"
        ? either(row[p + 1], manyCovers(word, stance) ? after[p] : "no")
        : both(matchWord(pattern, word, stance), after[p + 1]);
    if (elastic) hit = either(hit, both("maybe", either(after[p], row[p + 1])));
    row[p] = hit;
  }
  return row;
}

function manyCovers(word: Word, stance: Stance): boolean {
  return stance === "tighten" || !splits(word);
}

function splits(word: Word): boolean {
  return word.pieces.some((piece) => piece.kind === "unknown" && piece.splits);
}

export function matchWord(pattern: OneWord, word: Word, stance: Stance): Hit {
  const text = knownText(word);
  if (text !== undefined) return matchText(pattern, text, stance);
  if (stance === "loosen") return "no";
  if (pattern.bare) return "yes";
  const parts = partsOfWord(word);
  return partsOverlap(pattern.parts, pattern.letterCase === "ignored" ? lowerParts(parts) : parts)
    ? "maybe"
    : "no";
}

function matchText(pattern: OneWord, text: string, stance: Stance): Hit {
  const compared = pattern.letterCase === "ignored" ? text.toLowerCase() : text;
  if (!matchesParts(pattern.parts, compared)) return "no";
  return stance === "loosen" && climbs(pattern, text) ? "no" : "yes";
}

/** `build*` must not allow `build/../../etc`, nor `--out=*` a `--out=../etc`. */
function climbs({ parts }: OneWord, text: string): boolean {
  return parts.length > 1 && /(^|[/=:,])\.\.(\/|$)/.test(text);
}
