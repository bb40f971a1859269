/** Small questions about words that the readers of options ask. */
import { type Piece, textWord, type Word } from "../core/word.ts";

/** The word without its first `count` characters, all of which lie in known text. */
export function dropPrefix(word: Word, count: number): Word {
  const pieces: Piece[] = [];
  let left = count;
  for (const piece of word.pieces) {
    if (left === 0 || piece.kind !== "text") {
      pieces.push(piece);
    } else if (piece.text.length > left) {
      pieces.push({ kind: "text", text: piece.text.slice(left) });
      left = 0;
    } else {
      left -= piece.text.length;
    }
  }
  return { pieces, pos: word.pos, end: word.end };
}

/** An unquoted unknown: may become several words, or none. */
export function splits(word: Word): boolean {
  for (const piece of word.pieces) if (piece.kind === "unknown" && piece.splits) return true;
  return false;
}

export function isEntirelyKnown(word: Word): boolean {
  for (const piece of word.pieces) if (piece.kind !== "text") return false;
  return true;
}

/** Words joined by blanks, as `ssh` and `watch` do with their operands. */
export function joinWords(words: readonly Word[]): Word {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return textWord("", { pos: 0, end: 0 });
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    if (index > 0) pieces.push({ kind: "text", text: " " });
    pieces.push(...word.pieces);
  }
  return { pieces, pos: first.pos, end: last.end };
}

/** Every `marker` inside known text replaced by these pieces. */
export function replaceIn(word: Word, marker: string, by: readonly Piece[]): Word {
  const pieces: Piece[] = [];
  for (const piece of word.pieces) {
    if (piece.kind !== "text" || !piece.text.includes(marker)) {
      pieces.push(piece);
      continue;
    }
    for (const [index, part] of piece.text.split(marker).entries()) {
      if (index > 0) pieces.push(...by);
      if (part !== "") pieces.push({ kind: "text", text: part });
    }
  }
  return { pieces, pos: word.pos, end: word.end };
}
