/** Bracket expressions of regular expressions, for the readers of sed and awk. */

/**
 * The offset of the `]` that closes the bracket at `start`. Undefined when there is none, or when the delimiter stands
 * inside: implementations disagree on whether that ends the whole expression.
 */
export function closingBracket(text: string, start: number, delimiter: string): number | undefined {
  let at = start + (text.charAt(start + 1) === "^" ? 2 : 1);
  if (text.charAt(at) === "]") at += 1;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "]") return at;
    if (char === delimiter || char === "\n") return undefined;
    if (char === "\\") at += 1;
    const after = char === "[" ? endOfClass(text, at, delimiter) : at;
    if (after === undefined) return undefined;
    at = after;
  }
  return undefined;
}

/** `[:alpha:]` and its kin; a lone `[` is a plain character. */
function endOfClass(text: string, at: number, delimiter: string): number | undefined {
  const mark = text.charAt(at + 1);
  if (mark === "" || !":.=".includes(mark)) return at;
  const end = text.indexOf(`${mark}]`, at + 2);
  if (end < 0 || text.slice(at, end).includes(delimiter)) return undefined;
  return end + 1;
}
