/** Could a file have this name? Rather yes than no: what is not worked out matches everything. */

const WILD = /[*?[(){}|<>#^]/;
/** Alternatives and the patterns of zsh are not worked out. */
const OPAQUE = /[(){}|<>#^]/;

export function isWild(part: string): boolean {
  return WILD.test(part);
}

/** Letters may be large or small, and names may begin with a dot: both depend on options of the shell. */
export function mayMatch(pattern: string, name: string): boolean {
  if (OPAQUE.test(pattern)) return true;
  // What a bracket stands for is not worked out: it may be anything.
  return matchesStars(pattern.replace(/\[.*\]/u, "*").toLowerCase(), name.toLowerCase());
}

/** Only the last star is ever tried again, so the time is bounded by both lengths. */
function matchesStars(pattern: string, name: string): boolean {
  let [at, from] = [0, 0];
  let star: { readonly at: number; from: number } | undefined;
  while (from < name.length) {
    const char = pattern[at];
    if (char === "*") {
      star = { at, from };
      at++;
    } else if (char !== undefined && (char === "?" || char === name[from])) {
      at++;
      from++;
    } else if (star !== undefined) {
      at = star.at + 1;
      from = ++star.from;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
