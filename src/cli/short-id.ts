/**
 * Ids that a person can type. A UUIDv7 begins with its time, which its neighbours share: half of an answered id must never
 * fit the next question. So only what reaches into the random part counts.
 */

const FULL = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PARTIAL = /^[0-9a-f-]+$/;
/** Where the random part begins. */
const RANDOM_FROM = "00000000-0000-7000-".length;
const MIN_RANDOM = 6;
const SHOWN = 8;

/** The end of it, as long as no other ends like that. */
export function shortId(id: string, all: readonly string[]): string {
  const short = id.slice(-SHOWN);
  return all.filter((other) => other.endsWith(short)).length === 1 ? short : id;
}

export type IdText =
  | { readonly kind: "full"; readonly id: string }
  | { readonly kind: "partial"; readonly fits: (id: string) => boolean }
  | { readonly kind: "unusable"; readonly problem: string };

/** `approved-3f9a1c2b`: rules that an answer saved; with `.2` one of them alone. */
const RULE = /^approved-[0-9a-f]{8}(?:\.[0-9]{1,3})?$/;
const RULE_START = /^approved-[0-9a-f]{4,7}$/;

/** The id of a question, or of the rules that an answer to one left in a file. */
export function parseAnswerIdText(rawText: string): IdText {
  const text = rawText.toLowerCase();
  if (RULE.test(text)) return { kind: "full", id: text };
  if (RULE_START.test(text)) return { kind: "partial", fits: (id) => id.startsWith(text) };
  if (text.startsWith("approved-"))
    return {
      kind: "unusable",
      problem: `${rawText} is not the id of a rule; give at least four of its eight digits`,
    };
  const id = parseIdText(rawText);
  if (id.kind !== "partial") return id;
  return { kind: "partial", fits: (other) => id.fits(other) || other.startsWith(`approved-${text}`) };
}

export function parseIdText(rawText: string): IdText {
  const text = rawText.toLowerCase();
  if (FULL.test(text)) return { kind: "full", id: text };
  if (!PARTIAL.test(text)) return { kind: "unusable", problem: `${rawText} is not the id of a question` };
  if (text.length < MIN_RANDOM)
    return {
      kind: "unusable",
      problem: `${rawText} is too short; give at least the last ${MIN_RANDOM} characters of the id`,
    };
  const reachesRandom = text.length >= RANDOM_FROM + MIN_RANDOM;
  return { kind: "partial", fits: (id) => id.endsWith(text) || (reachesRandom && id.startsWith(text)) };
}
