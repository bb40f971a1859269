/** The written forms of "match" become matchers. */
import type { GlobBase, PathGlob } from "./path-glob.ts";
import { parsePathGlob } from "./path-glob.ts";
import {
  type Bad,
  type LetterCase,
  parseCommandPattern,
  parseProgram,
  parseWords,
  type WordPattern,
} from "./pattern.ts";
import type { Matcher } from "./policy.ts";
import type { ListEntry, RuleData } from "./schema.ts";
import { SPECIAL_PROGRAM_PATHS } from "./special-checks.ts";

export type Matchers = { readonly kind: "matchers"; readonly matchers: readonly Matcher[] } | Bad;

const ANYTHING: Omit<Matcher, "programs"> = { flags: [], effects: [], paths: [], under: [] };
const REST: WordPattern = { kind: "many" };

export function matchersOfRule(
  match: RuleData["match"],
  ruling: RuleData["ruling"],
  base: GlobBase,
): Matchers {
  if (typeof match === "string") return matchersOfPatterns([match], base, "exact");
  if (Array.isArray(match)) return matchersOfPatterns(match, base, "exact");
  if (ruling === "allow" && match.program === undefined && match.effect === undefined) {
    return {
      kind: "bad",
      problem: "an allow rule without program or effect would allow every program",
      fix: "add program: or effect:",
    };
  }
  return matcherOfObject(match, base);
}

export function matchersOfPatterns(
  texts: readonly string[],
  base: GlobBase,
  letterCase: LetterCase,
): Matchers {
  const matchers: Matcher[] = [];
  for (const text of texts) {
    const pattern = parseCommandPattern(text, base, letterCase);
    if (pattern.kind === "bad") return pattern;
    matchers.push({ ...ANYTHING, programs: [pattern.program], words: pattern.words });
  }
  return { kind: "matchers", matchers };
}

/** `swift` means swift with any arguments; `cargo build` with blanks is a pattern; `args` gives whole argument lists. */
export function matchersOfEntry(entry: ListEntry, base: GlobBase): Matchers {
  const name = typeof entry === "string" ? entry : entry.name;
  const args = typeof entry === "string" ? undefined : entry.args;
  const known = SPECIAL_PROGRAM_PATHS.get(name) ?? name;
  const lists = args?.map((list) => `${known} ${list}`);
  if (lists) return matchersOfPatterns(lists, base, "exact");
  return matchersOfPatterns([/\s/.test(known.trim()) ? known : `${known} **`], base, "exact");
}

type MatchObject = Extract<RuleData["match"], { program?: unknown }>;

function matcherOfObject(match: MatchObject, base: GlobBase): Matchers {
  const programs = many(match.program).map((text) => parseProgram(text, base, "exact"));
  const paths = many(match.path).map((text) => parsePathGlob(text, base));
  const under = many(match.under).map((text) => parsePathGlob(`${folder(text)}/**`, base));
  const words = match.args ? parseWords(match.args, base, "exact") : [];
  const bad = [...programs, ...paths, ...under, ...(Array.isArray(words) ? [] : [words])].find(isBad);
  if (bad) return bad;
  const matcher: Matcher = {
    programs: programs.filter((program) => program.kind !== "bad"),
    flags: match.flags ?? [],
    effects: many(match.effect),
    paths: paths.filter(isGlob),
    under: under.filter(isGlob),
    ...(match.args && Array.isArray(words) ? { words: [...words, REST] } : {}),
    ...(match.exactly ? { words: match.exactly.map(literally), reading: "as-written" } : {}),
  };
  return { kind: "matchers", matchers: [matcher] };
}

/** No wildcard, no home folder, no other case: the word as the program gets it. */
function literally(word: string): WordPattern {
  return { kind: "one", parts: [word], letterCase: "exact", bare: false };
}

function folder(text: string): string {
  const bare = text.replace(/(\/\*\*)?\/*$/, "");
  return bare.includes("/") || bare.startsWith("~") || bare === "" ? bare : `./${bare}`;
}

function isBad(item: { readonly kind: string }): item is Bad {
  return item.kind === "bad";
}

function isGlob(item: PathGlob | Bad): item is PathGlob {
  return item.kind === "path-glob";
}

function many<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}
