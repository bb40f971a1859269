/** Words are made here: neighbouring texts become one, so that no reader of a word meets a name cut in two. */
import type { Piece, Word } from "../core/word.ts";
import { TooComplex } from "./walk-state.ts";

const MAX_TEXT = 65_536;

interface Span {
  readonly pos: number;
  readonly end: number;
}

export function makeWord(pieces: readonly Piece[], { pos, end }: Span): Word {
  return { pieces: mergeTexts(pieces), pos, end };
}

export function mergeTexts(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some((piece, index) => piece.kind === "text" && pieces[index + 1]?.kind === "text"))
    return pieces;
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (piece.kind !== "text" || last?.kind !== "text") merged.push(piece);
    else merged[merged.length - 1] = { kind: "text", text: last.text + piece.text };
  }
  // `x=$x$x` again and again doubles the text each time.
  if (merged.some(({ text }) => text.length > MAX_TEXT))
    throw new TooComplex("makes a text that grows too long");
  return merged;
}

/** The word without its first characters, which must be known text. */
export function withoutLead(word: Word, count: number): readonly Piece[] {
  const [head, ...rest] = word.pieces;
  if (head?.kind !== "text") return word.pieces;
  return [{ kind: "text", text: head.text.slice(count) }, ...rest];
}
