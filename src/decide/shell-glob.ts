/** A path against a shell's wildcards: `*`, `?` and `[…]`, name by name. Says no to what it does not know. */

export function matchesShellGlob(pattern: string, path: string): boolean {
  // Braces, extended globs and escapes are not looked into.
  if (/[\\{}()|]/.test(pattern)) return false;
  // Most paths differ before the first wildcard.
  const wildcard = pattern.search(/[*?[]/);
  if (!path.startsWith(wildcard < 0 ? pattern : pattern.slice(0, wildcard))) return false;
  const patterns = pattern.split("/");
  const names = path.split("/");
  // At the end `**` is what find and its like print: everything below.
  const below = patterns.at(-1) === "**" && names.length >= patterns.length;
  if (below) return patterns.slice(0, -1).every((part, index) => matchesName(part, names[index] ?? ""));
  return (
    patterns.length === names.length && patterns.every((part, index) => matchesName(part, names[index] ?? ""))
  );
}

type Token = { readonly kind: "star" } | { readonly kind: "one"; matches(char: string): boolean };

function matchesName(pattern: string, name: string): boolean {
  const tokens = tokensOf(pattern);
  if (!tokens) return false;
  // A wildcard leaves hidden files alone.
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  const chars = [...name];
  let at = 0;
  let token = 0;
  let star: { token: number; at: number } | undefined;
  while (at < chars.length) {
    const current = tokens[token];
    if (current?.kind === "star") star = { token: token++, at };
    else if (current?.kind === "one" && current.matches(chars[at] ?? "")) {
      token++;
      at++;
    } else if (star) {
      // The last star takes one character more.
      star = { token: star.token, at: star.at + 1 };
      at = star.at;
      token = star.token + 1;
    } else return false;
  }
  return tokens.slice(token).every(({ kind }) => kind === "star");
}

const CLASS = /^\[([!^]?)([^\][\\:!^]+)\]/;

function tokensOf(pattern: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let rest = pattern; rest !== ""; ) {
    const found = rest.startsWith("[") ? CLASS.exec(rest) : undefined;
    if (rest.startsWith("[") && !found) return undefined;
    const [char = ""] = rest;
    tokens.push(found ? classToken(found[1] ?? "", found[2] ?? "") : charToken(char));
    rest = rest.slice(found ? found[0].length : char.length);
  }
  return tokens;
}

function charToken(char: string): Token {
  if (char === "*") return { kind: "star" };
  return { kind: "one", matches: (other) => char === "?" || other === char };
}

function classToken(negation: string, body: string): Token {
  const ranges = [...body.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => [
    from ?? single ?? "",
    to ?? single ?? "",
  ]);
  const inside = (char: string) => ranges.some(([from = "", to = ""]) => char >= from && char <= to);
  return { kind: "one", matches: (char) => inside(char) === (negation === "") };
}
