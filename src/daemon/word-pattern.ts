/**
 * Patterns of words from policy/agents: `*` stands for text without a slash, `{digits}` and `{hex}` for such characters, and
 * the word `...` for any words. `*` has no place in a text for a shell.
 */

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
  for (const part of pattern)
    fits = part === "..." ? afterAny(fits) : afterOne(fits, words, toExpression(part, places));
  return fits.at(-1) === true;
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
