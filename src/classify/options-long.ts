/** Options that are whole words behind one or two dashes (find, java, go, terraform): `-x`, `-x=v`, `-x v`. */
import type { Word } from "../core/word.ts";
import type { Option, Spec } from "./knowledge.ts";
import type { Cursor } from "./options.ts";
import { takeValue } from "./options-value.ts";
import { dropPrefix, isEntirelyKnown } from "./words.ts";

export function readWhole(cursor: Cursor, at: number, lead: string): number {
  const { spec, words, reading } = cursor;
  const word = words[at] as Word;
  const exact = isEntirelyKnown(word) ? find(spec, lead) : undefined;
  if (exact !== undefined) return takeValue(cursor, at, exact, undefined);
  const equals = lead.indexOf("=");
  const option = equals < 0 ? undefined : find(spec, lead.slice(0, equals));
  if (option === undefined) {
    reading.strays.push(word);
    return at + 1;
  }
  return takeValue(cursor, at, option, dropPrefix(word, equals + 1));
}

/** `-x` and `--x` are the same option to such programs. */
function find(spec: Spec, name: string): Option | undefined {
  const exact = spec.options.get(name);
  if (exact !== undefined || !name.startsWith("-")) return exact;
  const other = spec.options.get(name.startsWith("--") ? name.slice(1) : `-${name}`);
  if (other !== undefined) return other;
  return /^[-+]\d+$/u.test(name) ? spec.options.get(`${name.charAt(0)}NUM`) : undefined;
}
