/**
 * Texts that belong together: what is a secret in one of them is hidden in the others too. Done again until nothing more is
 * found, so that a second pass changes nothing: a mark in a place may make its neighbour plain to see.
 */
import { type ArgvAt, aroundWords, optionsOfArgv, programsOfArgvs } from "./argv-words.ts";
import { literal } from "./find-patterns.ts";
import type { FindSecrets } from "./find-secrets.ts";
import { applyPieces, joinPieces, markOf, type Piece } from "./pieces.ts";
import { programSpans, type Span } from "./program-words.ts";
import { looksRandom } from "./random-value.ts";

/** One that touches a mark is no new one, so that few are needed; more would have to be a mistake in the patterns. */
export const MOST_ROUNDS = 100;
const MOST_AGAIN = 64;
/** Effects: where data goes to, and what is run. */
const KEPT_EFFECT = /^(?:network|execute):/;

export function redactTexts(
  texts: readonly string[],
  argvs: readonly ArgvAt[],
  find: FindSecrets,
): readonly string[] {
  if (!find.mayHold(texts.join("\n"))) return texts;
  let now = texts;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = redactOnce(now, argvs, find);
    if (next === undefined) return now;
    now = next;
  }
  return now;
}

function redactOnce(
  texts: readonly string[],
  argvs: readonly ArgvAt[],
  find: FindSecrets,
): readonly string[] | undefined {
  const around = aroundWords(texts, argvs, find);
  const found = texts.map((text, index) => find.all(text, around.get(index)));
  for (const argv of argvs)
    for (const [index, piece] of optionsOfArgv(texts, argv, around.get(argv.from), find))
      found[index]?.push(piece);
  if (found.every((pieces) => pieces.length === 0)) return undefined;
  const joined = found.map(joinPieces);
  const again = hideAgain(texts, joined);
  if (again === undefined) return texts.map((text, index) => applyPieces(text, joined[index] ?? []));
  const kept = programsOfArgvs(texts, argvs);
  return texts.map((text, index) => {
    const shown = applyPieces(text, joined[index] ?? []);
    return kept.has(index) || KEPT_EFFECT.test(text) ? shown : again(shown);
  });
}

/** Part of a path, of a host's name or of a program's it stays: what was done is more than a password that somebody chose to call like it. */
function hideAgain(
  texts: readonly string[],
  found: readonly (readonly Piece[])[],
): ((text: string) => string) | undefined {
  const names = new Map<string, string>();
  for (const [index, pieces] of found.entries())
    for (const { from, to, name, hide } of pieces) {
      const value = texts[index]?.slice(from, to) ?? "";
      if (hide === "everywhere" && names.size < MOST_AGAIN && looksRandom(value)) names.set(value, name);
    }
  if (names.size === 0) return undefined;
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length);
  // Marks are read whole, and kept: a secret may be a word of theirs.
  const regex = new RegExp(
    `«[^«»]{0,60}»|(?<![\\w/@]|\\w[.-])(?:${longestFirst.map(literal).join("|")})(?![\\w/@]|[.:-]\\w)`,
    "g",
  );
  return (text) => {
    let programs: readonly Span[] | undefined;
    let next = 0;
    return text.replace(regex, (value, at: number) => {
      const name = names.get(value);
      if (name === undefined) return value;
      programs ??= programSpans(text);
      while ((programs[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next++;
      const isProgram = (programs[next]?.from ?? Number.POSITIVE_INFINITY) < at + value.length;
      return isProgram ? value : markOf(name);
    });
  };
}
