/** A shell word after quoting: what is known of it before it runs, and what is not. */

export type Piece =
  /** Exact text. */
  | { readonly kind: "text"; readonly text: string }
  /** Unquoted `*`, `?`, `[…]`, and brace or extended globs that were left alone: matches file names. */
  | {
      readonly kind: "glob";
      readonly text: string;
      /** Stands for what another program prints: a name that begins with a dash may be among it. */
      readonly dashes?: true;
    }
  /** Not known before it runs. */
  | {
      readonly kind: "unknown";
      /** `input` = read from stdin or a file; `appended` = added by xargs and its like. */
      readonly why: "variable" | "substitution" | "arithmetic" | "special" | "appended" | "input";
      /** How it is written, e.g. `$FILE`. */
      readonly text: string;
      /** The variable's name, where there is one. */
      readonly name?: string;
      /** Unquoted: may become several words, or none. */
      readonly splits: boolean;
      /** The commands of the substitution, [first, end) in the same list of commands. */
      readonly from?: { readonly first: number; readonly end: number };
    };

export interface Word {
  readonly pieces: readonly Piece[];
  /** Offsets [pos, end) in the line that was checked; a word made by unwrapping has its wrapper's. */
  readonly pos: number;
  readonly end: number;
}

/** The exact text, or undefined when a glob or an unknown is in it. */
export function knownText(word: Word): string | undefined {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "text") return undefined;
    text += piece.text;
  }
  return text;
}

/** The text with globs as written; undefined when something is unknown. */
export function patternText(word: Word): string | undefined {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind === "unknown") return undefined;
    text += piece.text;
  }
  return text;
}

/** The known text before the first glob or unknown. */
export function knownPrefix(word: Word): string {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "text") break;
    text += piece.text;
  }
  return text;
}

/** For people and for matching: unknown parts as they are written. */
export function displayText(word: Word): string {
  return word.pieces.map((piece) => piece.text).join("");
}

export function isUnknown(word: Word): boolean {
  return word.pieces.some((piece) => piece.kind === "unknown");
}

export function hasGlob(word: Word): boolean {
  return word.pieces.some((piece) => piece.kind === "glob");
}

export function textWord(text: string, at: { readonly pos: number; readonly end: number }): Word {
  return { pieces: [{ kind: "text", text }], pos: at.pos, end: at.end };
}
