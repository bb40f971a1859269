/** Passwords given as options: `--password X`, and short options of programs for which they mean one (`mysql -pX`, `curl -u me:X`). */
import type { LooseWord } from "./loose-words.ts";
import { type Candidate, namedOptions } from "./named-options.ts";
import { endOfRun, type Piece } from "./pieces.ts";
import { looksRandom } from "./random-value.ts";
import type { ProgramOption } from "./redaction-data.ts";
import type { IsSecretName } from "./secret-name.ts";
import { isWorthHiding } from "./secret-value.ts";

interface PreparedOption {
  /** A word that must come first. */
  readonly behind: string | undefined;
  readonly separate: RegExp | undefined;
  readonly attached: RegExp | undefined;
  readonly last: RegExp | undefined;
  readonly after: string | undefined;
}

/** Of which word which part is a secret. */
export interface FoundOption {
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

export type FindOptions = (words: readonly LooseWord[]) => FoundOption[];

export function createFindOptions(
  programs: readonly ProgramOption[],
  isSecretName: IsSecretName,
): FindOptions {
  const known = prepare(programs);
  return (words) => {
    const candidates = namedOptions(words, isSecretName);
    let options: readonly PreparedOption[] = [];
    for (const [word, { text, kind }] of words.entries()) {
      options = kind === "end" ? [] : optionsAt(text, options, known);
      for (const option of options) candidates.push(...valuesOf(option, text, word, words));
    }
    return candidates.flatMap((candidate) => toFound(candidate, words));
  };
}

/** Those of the program that was named last, wherever it stands: `sudo mysql`, `docker exec db mysql`. */
function optionsAt(
  text: string,
  options: readonly PreparedOption[],
  known: ReadonlyMap<string, readonly PreparedOption[]>,
): readonly PreparedOption[] {
  if (text[0] === "-") return options;
  const named = known.get(text.slice(text.lastIndexOf("/") + 1));
  if (named !== undefined) return named;
  return options.some(({ behind }) => behind === text)
    ? options.map((option) => (option.behind === text ? { ...option, behind: undefined } : option))
    : options;
}

function valuesOf(
  { behind, separate, attached, last, after }: PreparedOption,
  text: string,
  word: number,
  words: readonly LooseWord[],
): Candidate[] {
  if (behind !== undefined) return [];
  if (last?.test(text) === true) return [{ word: lastOfCommand(words, word), from: 0, only: "random" }];
  if (separate?.test(text) === true) return [{ word: word + 1, from: 0, after }];
  const before = attached?.exec(text)?.[0];
  if (before === undefined) return [];
  if (before.length < text.length) return [{ word, from: before.length, after }];
  return words[word + 1]?.kind === "glued" ? [{ word: word + 1, from: 0, after }] : [];
}

/** Of a short command: one with more words behind is another one. */
const MOST_BEHIND = 12;

function lastOfCommand(words: readonly LooseWord[], from: number): number {
  const behind = words.slice(from + 1, from + 1 + MOST_BEHIND);
  const end = behind.findIndex(({ kind }) => kind === "end");
  return from + (end < 0 ? behind.length : end);
}

function toFound({ word, from: start, after, only }: Candidate, words: readonly LooseWord[]): FoundOption[] {
  const { text, kind } = words[word] ?? { text: "", kind: "end" };
  if (kind === "end" || kind === "aside") return [];
  const sign = after === undefined ? start : text.indexOf(after, start);
  if (sign < 0) return [];
  const from = after === undefined ? start : sign + after.length;
  const to = endOfRun(text, from);
  const value = text.slice(from, to);
  return isWorthHiding(value) && (only === undefined || looksRandom(value)) ? [{ word, from, to }] : [];
}

function prepare(programs: readonly ProgramOption[]): ReadonlyMap<string, readonly PreparedOption[]> {
  const known = new Map<string, readonly PreparedOption[]>();
  for (const { programs: names, behind, separate, attached, last, after } of programs) {
    const prepared: PreparedOption = {
      behind,
      separate: separate === undefined ? undefined : new RegExp(`^(?:${separate})$`),
      attached: attached === undefined ? undefined : new RegExp(`^(?:${attached})`),
      last: last === undefined ? undefined : new RegExp(`^(?:${last})$`),
      after,
    };
    for (const name of names) known.set(name, [...(known.get(name) ?? []), prepared]);
  }
  return known;
}

export function optionPieces(words: readonly LooseWord[], found: readonly FoundOption[]): Piece[] {
  return found.map(({ word, from, to }) => {
    const base = words[word]?.from ?? 0;
    return { from: base + from, to: base + to, name: "option", hide: "everywhere" };
  });
}
