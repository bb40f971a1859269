/**
 * A pattern for secrets that a policy file adds, made safe to run on hostile text: what could take long is refused by its
 * shape alone. Counted are the ways in which it may try to match at one place; open-ended repeats end after 256 characters.
 */

export interface RedactPattern {
  /** Stands in the mark that is left: `«redacted:NAME»`. */
  readonly name: string;
  /** A JavaScript regular expression; group 1, where there is one, is what is hidden. */
  readonly pattern: string;
}

export type PreparedPattern =
  | { readonly kind: "pattern"; readonly regex: RegExp; readonly ways: number }
  | { readonly kind: "bad"; readonly problem: string };

/** `.*` and `+` in a row multiply: two of them are too many. */
export const MOST_WAYS = 512;
const OPEN_ENDED = 256;
const MOST_REPEATS = 512;

export function prepareRedactPattern({ pattern }: RedactPattern): PreparedPattern {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    return bad(`must be a regular expression: ${(error as Error).message.replace(/^.*: /, "")}`);
  }
  if (new RegExp(pattern, "u").test("")) return bad("must not match the empty text");
  if (/\\(?:[1-9]|k<)/.test(pattern.replace(/\\\\/g, "")))
    return bad("must not refer back to a group: that can take long");
  const counter = new Counter();
  for (const [piece, least, comma, most] of pattern.matchAll(PIECES)) counter.read(piece, least, comma, most);
  if (counter.nesting === "open")
    return bad("must not repeat a group that holds a repeat or a choice: that can take long");
  if (counter.longest > MOST_REPEATS) return bad(`must not repeat anything more than ${MOST_REPEATS} times`);
  if (counter.ways > MOST_WAYS)
    return bad(
      `must not have more than ${MOST_WAYS} ways to match at one place, and has ${counter.ways} (a + or * counts ${OPEN_ENDED}): write bounds, e.g. {1,20}`,
    );
  return { kind: "pattern", regex: new RegExp(counter.bounded, "dgu"), ways: counter.ways };
}

/** At one place of a text, of all of them. */
export function waysOf(patterns: readonly RedactPattern[]): number {
  return patterns
    .map(prepareRedactPattern)
    .reduce((sum, one) => sum + (one.kind === "bad" ? 0 : one.ways), 0);
}

/** One character, or what stands for one; a bracket; a choice; a repeat. The pattern compiles, so each is whole. */
const PIECES =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]\??|\{(\d+)(,(\d*))?\}\??|./gsu;

interface Group {
  /** Of the alternative that is read now, and of those before it. */
  ways: number;
  before: number;
  /** Holds a repeat or a choice. */
  isOpen: boolean;
}

/** Reads a pattern piece by piece: how many ways there are, and the same pattern with bounds. */
class Counter {
  bounded = "";
  nesting: "none" | "open" = "none";
  longest = 0;
  readonly #groups: Group[] = [newGroup()];
  /** The group that ended just now: a repeat that follows is of all of it. */
  #ended: Group | undefined;

  get ways(): number {
    return this.#group.before + this.#group.ways;
  }

  get #group(): Group {
    return this.#groups.at(-1) ?? newGroup();
  }

  read(piece: string, least: string | undefined, comma: string | undefined, most: string | undefined): void {
    const ended = this.#ended;
    this.#ended = undefined;
    if (/^(?:[*+?]|\{\d)/.test(piece)) return this.#repeat(piece, [least, comma, most], ended);
    this.bounded += piece;
    if (piece[0] === "(") this.#groups.push(newGroup());
    else if (piece === ")") this.#end();
    else if (piece === "|") {
      const { ways, before } = this.#group;
      Object.assign(this.#group, { before: before + ways, ways: 1, isOpen: true });
    }
  }

  #end(): void {
    const { ways } = this;
    this.#ended = this.#groups.pop();
    this.#group.ways *= ways;
    this.#group.isOpen ||= this.#ended?.isOpen === true;
  }

  #repeat(
    piece: string,
    [least, comma, most]: readonly (string | undefined)[],
    ended: Group | undefined,
  ): void {
    this.#group.isOpen = true;
    if (piece[0] === "?") {
      this.bounded += piece;
      this.#group.ways *= 2;
      return;
    }
    if (ended?.isOpen === true) this.nesting = "open";
    const from = piece[0] === "*" ? 0 : piece[0] === "+" ? 1 : Number(least);
    const isExact = piece[0] === "{" && comma === undefined;
    const isUnbounded = piece[0] !== "{" || most === "";
    const to = isExact ? from : isUnbounded ? from + OPEN_ENDED - 1 : Number(most);
    this.bounded += `{${from},${to}}${piece.length > 1 && piece.endsWith("?") ? "?" : ""}`;
    this.#group.ways *= to - from + 1;
    this.longest = Math.max(this.longest, to);
  }
}

function newGroup(): Group {
  return { ways: 1, before: 0, isOpen: false };
}

function bad(problem: string): PreparedPattern {
  return { kind: "bad", problem };
}
