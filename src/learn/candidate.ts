/** A rule that could be suggested, and which checks it could matter to: a cheap look, before the engine tries it. */
import { basename } from "node:path";
import type { RungDraft, RungMatch } from "../approval/ladder/rung.ts";
import type { AskedPart, Unallowed } from "./asked-part.ts";

export interface Candidate extends RungDraft {
  /** In words: files whose content it does not hold to. */
  readonly leavesOpen: readonly string[];
  /** Base names of those that its rules speak of. */
  readonly programs: readonly string[];
  /** Whether one of its rules holds in every folder. */
  readonly reach: "folders" | "everywhere";
  /** In the order that they have there. */
  poolIn(index: PartIndex): readonly Unallowed[];
}

/** By program, and by program with all its words: most rules speak of one line only. */
export type PartIndex = ReadonlyMap<string, readonly Unallowed[]>;

export function indexParts(checks: readonly Unallowed[]): PartIndex {
  const index = new Map<string, Unallowed[]>();
  for (const check of checks) {
    const keys = check.parts.flatMap(({ program, words }) => [program, wordsKey(program, words)]);
    for (const key of new Set(keys)) {
      const there = index.get(key);
      if (there) there.push(check);
      else index.set(key, [check]);
    }
  }
  return index;
}

function wordsKey(program: string, words: readonly string[]): string {
  return JSON.stringify([program, ...words]);
}

export function makeCandidate(draft: RungDraft, leavesOpen: readonly string[]): Candidate {
  const parts = draft.matches.map((match) => (typeof match === "string" ? patternParts(match) : match));
  const keys = parts.map(({ program, exactly }) => {
    const name = basename(unescaped(program));
    return exactly === undefined ? name : wordsKey(name, exactly);
  });
  const fits = parts.map(fitterOf);
  const isFit = (part: AskedPart): boolean => fits.some((fitsTo) => fitsTo(part));
  const mayAnswer = (check: Unallowed): boolean =>
    check.parts.some(isFit) && check.parts.every((part) => part.at === "inner" || isFit(part));
  const reach = draft.matches.every((match) => typeof match !== "string" && match.under !== undefined);
  return {
    ...draft,
    leavesOpen,
    programs: parts.map(({ program }) => basename(unescaped(program))),
    reach: reach ? "folders" : "everywhere",
    poolIn: (index) => [...new Set(keys.flatMap((key) => index.get(key) ?? []))].filter(mayAnswer),
  };
}

/** Must say yes to everything that the rule would match; may say yes to more. */
function fitterOf({ program, args = [], exactly, flags = [] }: MatchParts): (part: AskedPart) => boolean {
  const name = basename(unescaped(program));
  const needed = [...args.map(unescaped), ...flags];
  if (exactly === undefined)
    return (part) => part.program === name && needed.every((word) => part.words.includes(word));
  return ({ program: own, words }) =>
    own === name && words.length === exactly.length && words.every((word, at) => word === exactly[at]);
}

type MatchParts = Exclude<RungMatch, string>;

function patternParts(pattern: string): MatchParts {
  const [program = "", ...words] = pattern.split(" ");
  return { program, args: words.filter((word) => word !== "**") };
}

function unescaped(word: string): string {
  return word.replace(/\\(.)/g, "$1");
}
