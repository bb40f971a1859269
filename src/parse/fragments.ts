/** Shapes that word expansion passes around. */
import type { Piece } from "../core/word.ts";
import type { Value } from "./scope.ts";

/** Several words mean that the shell splits there. */
export interface Fragments {
  readonly words: readonly Value[];
  /** An empty fragment still makes a word: it stood in quotes. */
  readonly quoted: boolean;
}

export type Quoting = "quoted" | "unquoted";

/** One word of all values, with this between them. */
export function joinValues(values: readonly Value[], between: Piece): Value {
  return values.flatMap((value, index) => (index === 0 ? value : [between, ...value]));
}

export function splitGlobs(text: string): Piece[] {
  if (!/[*?[]/.test(text)) return [{ kind: "text", text }];
  return text
    .split(/([*?]+|\[[^\]]*\])/)
    .filter((part) => part !== "")
    .map((part) => ({ kind: /^[*?]|^\[.*\]$/.test(part) ? "glob" : "text", text: part }));
}
