/** Could a path with wildcards name this path? Segment by segment; both sides may hold `*`, `?` and `[…]`. */

export function mayName(pattern: string, path: string): boolean {
  const left = pattern.split("/").filter((part) => part !== "");
  const right = path.split("/").filter((part) => part !== "");
  return segmentsOverlap(left, right);
}

/** `**` stands for any number of segments. */
function segmentsOverlap(left: readonly string[], right: readonly string[]): boolean {
  const [head, ...rest] = left;
  if (head === undefined) return right.length === 0;
  if (head === "**") {
    for (let skip = 0; skip <= right.length; skip++)
      if (segmentsOverlap(rest, right.slice(skip))) return true;
    return false;
  }
  const [first, ...others] = right;
  return first !== undefined && segmentMatches(head, first) && segmentsOverlap(rest, others);
}

/** A wildcard at the start does not match a leading dot, as in the shell. */
function segmentMatches(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name;
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  return matchFrom(pattern, 0, name, 0);
}

function matchFrom(pattern: string, p: number, name: string, n: number): boolean {
  if (p === pattern.length) return n === name.length;
  const char = pattern[p];
  if (char === "*") {
    for (let end = n; end <= name.length; end++) if (matchFrom(pattern, p + 1, name, end)) return true;
    return false;
  }
  if (n >= name.length) return false;
  if (char === "?") return matchFrom(pattern, p + 1, name, n + 1);
  const close = char === "[" ? pattern.indexOf("]", p + 2) : -1;
  // What a bracket stands for is not worked out: it may be any character.
  if (close > 0) return matchFrom(pattern, close + 1, name, n + 1);
  return char === name[n] && matchFrom(pattern, p + 1, name, n + 1);
}
