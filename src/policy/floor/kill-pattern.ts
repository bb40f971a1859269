/** Patterns of pkill and its like, read without ever running them: they are the agent's text. */

export interface Alternative {
  /** What is literal in it, in order. */
  readonly letters: string;
  /** No wildcards at all. */
  readonly plain: boolean;
}

export function alternativesOf(pattern: string): Alternative[] {
  return pattern
    .slice(0, 4_096)
    .split("|")
    .map((part) => {
      const letters = part
        .replace(/\[\[?:?[^\]]*:?\]?\]/g, "")
        .replace(/\{[^}]*\}/g, "")
        .replace(/[^A-Za-z0-9_-]/g, "");
      return { letters: letters.toLowerCase(), plain: letters === part };
    });
}

/** The letters stand in the name in this order: a wildcard may stand for what is between them. */
export function isWithin(letters: string, name: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
