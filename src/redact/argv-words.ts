/** Among many texts those that are the words of one argv: what all of them together say of each. */
import type { FindSecrets } from "./find-secrets.ts";
import { type Around, createAround } from "./look.ts";
import { wordsOfArgv } from "./loose-words.ts";
import type { Piece } from "./pieces.ts";
import { programIndexes } from "./program-words.ts";
import { looksRandom } from "./random-value.ts";

/** Texts `from` up to `to` are the words of one argv. */
export interface ArgvAt {
  readonly from: number;
  readonly to: number;
  /** `list`: it may be another list of texts. */
  readonly kind: "command" | "list";
}

export function aroundWords(
  texts: readonly string[],
  argvs: readonly ArgvAt[],
  { findPlaces }: FindSecrets,
): ReadonlyMap<number, Around> {
  const around = new Map<number, Around>();
  for (const { from, to, kind } of argvs) {
    if (kind === "list") continue;
    const ofWord = createAround(texts.slice(from, to), findPlaces);
    for (let index = from; index < to; index++) around.set(index, ofWord(index - from));
  }
  return around;
}

/** Which text, and what of it. A list need not begin with a program: a rule has `--token`, `x`. */
export function optionsOfArgv(
  texts: readonly string[],
  { from, to, kind }: ArgvAt,
  around: Around | undefined,
  find: FindSecrets,
): readonly (readonly [index: number, piece: Piece])[] {
  if (to - from < 2 || around?.fed === "all") return [];
  const before = kind === "list" ? ["a-program"] : [];
  const found = find.options(wordsOfArgv([...before, ...texts.slice(from, to)]));
  return found.flatMap(({ word, ...span }) => {
    const index = from + word - before.length;
    const value = texts[index]?.slice(span.from, span.to) ?? "";
    if (!looksRandom(value) && around?.words() === "may-be-programs") return [];
    return [[index, { ...span, name: "option", hide: "everywhere" } as const]];
  });
}

/** The indexes of texts that name a program. */
export function programsOfArgvs(texts: readonly string[], argvs: readonly ArgvAt[]): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const { from, to, kind } of argvs)
    for (const index of kind === "command" ? programIndexes(texts.slice(from, to)) : [])
      kept.add(from + index);
  return kept;
}
