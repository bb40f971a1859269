/** Something a person should know before reading a command: a plain sentence, already visible text. */
import { makeVisible } from "../core/visible.ts";

export type FlagKind =
  | "look-alike"
  | "mixed-scripts"
  | "host"
  | "signs"
  | "terminal"
  | "control"
  | "direction"
  | "invisible"
  | "blanks"
  | "marks"
  | "unknown"
  | "broken"
  | "right-to-left"
  | "claim"
  | "typed-out"
  | "gap"
  | "size";

export interface Flag {
  readonly kind: FlagKind;
  readonly text: string;
}

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

/** Each once, the first three in full; the rest is counted, not dropped in silence. */
export function listExamples(examples: readonly string[]): string {
  const each = [...new Set(examples)];
  const more = each.length - EXAMPLES;
  return `${each.slice(0, EXAMPLES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function showExample(text: string): string {
  const chars = Array.from(text);
  const cut = chars.slice(0, LONGEST_EXAMPLE).join("");
  return chars.length > LONGEST_EXAMPLE
    ? `${makeVisible(cut)} … (${chars.length} characters)`
    : makeVisible(cut);
}

export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}
