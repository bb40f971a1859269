/** A value in a word: kept whole in quotes, split at IFS and searched for wildcards without. */
import type { Piece } from "../core/word.ts";
import { type Fragments, joinValues, type Quoting, splitGlobs } from "./fragments.ts";
import type { Scope, Value } from "./scope.ts";
import { separatorsIn, splitText } from "./separators.ts";

/** `"$@"` keeps the words apart, `"$*"` makes one of them; without quotes each of them is split once more. */
export function listFragments(
  values: readonly Value[],
  sign: "@" | "*",
  scope: Scope,
  quoting: Quoting,
): Fragments {
  if (quoting === "unquoted") {
    return { words: values.flatMap((value) => unquotedFragments(value, scope).words), quoted: false };
  }
  if (sign === "@") return { words: values, quoted: values.length > 0 };
  const separators = separatorsIn(scope);
  const between: Piece =
    separators === undefined
      ? { kind: "unknown", why: "variable", text: "$IFS", name: "IFS", splits: false }
      : { kind: "text", text: separators.slice(0, 1) };
  return { words: [joinValues(values, between)], quoted: true };
}

export function quotedFragments(value: Value): Fragments {
  return { words: [value], quoted: true };
}

/** The shell splits the value at blanks and looks for wildcards in it. */
export function unquotedFragments(value: Value, scope: Scope): Fragments {
  const words: Piece[][] = [[]];
  const separators = separatorsIn(scope);
  for (const piece of value) {
    if (piece.kind !== "text") {
      words.at(-1)?.push(piece.kind === "unknown" ? { ...piece, splits: piece.why !== "arithmetic" } : piece);
      continue;
    }
    if (separators === undefined) {
      words.at(-1)?.push({ kind: "unknown", why: "variable", text: piece.text, splits: true });
      continue;
    }
    splitText(piece.text, separators).forEach((text, index) => {
      if (index > 0) words.push([]);
      if (text !== "") words.at(-1)?.push(...splitGlobs(text));
    });
  }
  return { words, quoted: false };
}
