/** Could a path with wildcards name this path? Segment by segment, in time linear in the product of the lengths. */

/** `**` stands for any number of segments. */
export function mayName(pattern: string, path: string): boolean {
  const left = pattern.split("/").filter((part) => part !== "");
  const right = path.split("/").filter((part) => part !== "");
  return greedy(
    left.length,
    right.length,
    (at) => left[at] === "**",
    (at, on) => segmentMatches(left[at] ?? "", right[on] ?? ""),
  );
}

/** A wildcard at the start does not match a leading dot, as in the shell. */
function segmentMatches(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name;
  if (name.startsWith(".") && !pattern.startsWith(".") && !pattern.startsWith("[")) return false;
  const tokens = tokensOf(pattern);
  return greedy(
    tokens.length,
    name.length,
    (at) => tokens[at] === "*",
    (at, on) => matchesChar(tokens[at], name[on]),
  );
}

/** What a bracket stands for is not worked out: it may be any character. */
function matchesChar(token: string | undefined, char: string | undefined): boolean {
  return token === "?" || token === char;
}

/** Characters, with brackets as `?` and runs of stars as one. An escape stands for itself. */
function tokensOf(pattern: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const close = pattern[at] === "[" ? pattern.indexOf("]", at + 2) : -1;
    if (close > 0) {
      tokens.push("?");
      at = close;
    } else if (pattern[at] !== "*" || tokens.at(-1) !== "*") tokens.push(pattern[at] ?? "");
  }
  return tokens;
}

/** Wildcard matching with one point to come back to: the last star. */
function greedy(
  patternLength: number,
  length: number,
  isStar: (at: number) => boolean,
  matches: (at: number, on: number) => boolean,
): boolean {
  let at = 0;
  let on = 0;
  let star = -1;
  let resume = 0;
  while (on < length) {
    if (at < patternLength && !isStar(at) && matches(at, on)) {
      at++;
      on++;
    } else if (at < patternLength && isStar(at)) {
      star = at++;
      resume = on;
    } else if (star >= 0) {
      at = star + 1;
      on = ++resume;
    } else return false;
  }
  while (at < patternLength && isStar(at)) at++;
  return at === patternLength;
}
