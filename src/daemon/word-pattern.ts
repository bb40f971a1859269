/**
 * Patterns of words from policy/agents: `*` stands for text without a slash, `{digits}` and `{hex}` for such characters, and
 * the word `...` for any words; `{settings}` for settings of git that only switch things on or off. `*` has no place in a
 * text for a shell, `...` none before what tells which command it is.
 */
import { isHarmlessSetting } from "./git-settings.ts";

export interface PatternPlaces {
  readonly home: string;
  readonly project: string;
  /** Where programs keep data of the user's. */
  readonly data: string;
}

export function matchesWords(
  pattern: readonly string[],
  words: readonly string[],
  places: PatternPlaces,
): boolean {
  // fits[n]: the pattern so far can become the first n words.
  let fits = words.map(() => false);
  fits.unshift(true);
  for (const part of pattern) fits = advance(fits, words, part, places);
  return fits.at(-1) === true;
}

function advance(
  fits: readonly boolean[],
  words: readonly string[],
  part: string,
  places: PatternPlaces,
): boolean[] {
  if (part === "...") return afterAny(fits);
  return part === "{settings}"
    ? afterSettings(fits, words)
    : afterOne(fits, words, toExpression(part, places));
}

function afterSettings(fits: readonly boolean[], words: readonly string[]): boolean[] {
  const next = [...fits];
  for (let at = 0; at + 1 < words.length; at++)
    if (next[at] && words[at] === "-c" && isHarmlessSetting(words[at + 1] ?? "")) next[at + 2] = true;
  return next;
}

function afterAny(fits: readonly boolean[]): boolean[] {
  let seen = false;
  return fits.map((fit) => {
    seen ||= fit;
    return seen;
  });
}

function afterOne(fits: readonly boolean[], words: readonly string[], expression: RegExp): boolean[] {
  return [false, ...words.map((word, index) => fits[index] === true && expression.test(word))];
}

function toExpression(part: string, { home, project, data }: PatternPlaces): RegExp {
  const source = part.split(/(^~(?=\/)|\$PROJECT|\$DATA|\*|\{digits\}|\{hex\})/).map((piece) => {
    switch (piece) {
      case "~":
        return asText(home);
      case "$PROJECT":
        return asText(project);
      case "$DATA":
        return asText(data);
      case "*":
        return "[^/]*";
      case "{digits}":
        return "\\d+";
      case "{hex}":
        return "[0-9a-f]+";
      default:
        return asText(piece);
    }
  });
  return new RegExp(`^${source.join("")}$`, "s");
}

function asText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
