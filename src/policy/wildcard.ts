/** Text with gaps: `a*b` is ["a", "b"]. One part = no gap. No regular expressions, so no slow ones. */
import type { Word } from "../core/word.ts";

export type Parts = readonly string[];

export function matchesParts(parts: Parts, text: string): boolean {
  const first = parts[0] ?? "";
  if (parts.length === 1) return text === first;
  const last = parts.at(-1) ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Is there any text that fits both? Two texts with gaps meet exactly when their ends agree. */
export function partsOverlap(a: Parts, b: Parts): boolean {
  if (a.length === 1) return matchesParts(b, a[0] ?? "");
  if (b.length === 1) return matchesParts(a, b[0] ?? "");
  return prefixesAgree(a[0] ?? "", b[0] ?? "") && suffixesAgree(a.at(-1) ?? "", b.at(-1) ?? "");
}

function prefixesAgree(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function suffixesAgree(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}

/** A word as text with gaps where globs and unknown pieces stand. */
export function partsOfWord(word: Word): Parts {
  const parts = [""];
  for (const piece of word.pieces) {
    if (piece.kind === "text") parts.push((parts.pop() ?? "") + piece.text);
    else parts.push("");
  }
  return parts;
}

export function lowerParts(parts: Parts): Parts {
  return parts.map((part) => part.toLowerCase());
}
