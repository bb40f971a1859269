/** Secrets by regular expressions: formats of tokens, what stands behind well-known words, what policy files add. */
import { prepareRedactPattern, type RedactPattern } from "../core/redact-pattern.ts";
import { clip, type Piece } from "./pieces.ts";
import type { PatternData, RedactionData, TokenData } from "./redaction-data.ts";
import { isWorthHidingAt } from "./secret-value.ts";

export type FindPieces = (text: string) => Piece[];

interface Prepared {
  readonly name: string;
  readonly regex: RegExp;
  readonly hide: Piece["hide"];
}

/** Less is no secret, and might be the name of a program. */
const SHORTEST_OF_POLICY = 6;

export function createFindTokens(tokens: readonly TokenData[]): {
  readonly find: FindPieces;
  /** A quick look: none begins in it. */
  readonly mayHold: (text: string) => boolean;
} {
  const prepared = tokens.map((token) => prepare(token, "here"));
  const starts = tokens.flatMap((token) => token.starts);
  const hint = new RegExp(starts.map(literal).join("|"));
  return {
    find: (text) => (hint.test(text) ? find(text, prepared, 1) : []),
    mayHold: (text) => hint.test(text),
  };
}

export function createFindPatterns(patterns: RedactionData["patterns"]): FindPieces {
  const of = (values: "any" | "worth-hiding") =>
    patterns.filter((one) => one.values === values).map((one) => prepare(one, "everywhere"));
  const [any, worth] = [of("any"), of("worth-hiding")];
  return (text) => [
    ...find(text, any, 1),
    ...find(text, worth, 1).filter(({ from, to }) => isWorthHidingAt(text, from, to)),
  ];
}

/** Of what policy files add; they were checked when they were loaded, and a bad one hides nothing. */
export function createFindExtra(extra: readonly RedactPattern[]): FindPieces {
  const prepared = extra.flatMap((one): Prepared[] => {
    const outcome = prepareRedactPattern(one);
    return outcome.kind === "bad" ? [] : [{ name: one.name, regex: outcome.regex, hide: "here" }];
  });
  return (text) => find(text, prepared, SHORTEST_OF_POLICY);
}

function prepare({ name, pattern, letterCase }: PatternData, hide: Piece["hide"]): Prepared {
  return { name, regex: new RegExp(pattern, letterCase === "ignored" ? "dgi" : "dg"), hide };
}

function find(text: string, prepared: readonly Prepared[], shortest: number): Piece[] {
  const found: Piece[] = [];
  for (const { name, regex, hide } of prepared) {
    regex.lastIndex = 0;
    // `test` first: only what matches pays for the places of its groups.
    if (!regex.test(text)) continue;
    for (const { indices } of text.matchAll(resetOf(regex))) {
      const [from, end] = indices?.[1] ?? indices?.[0] ?? [0, 0];
      const to = clip(text, from, end);
      if (to - from >= shortest && !isPath(text, from, to)) found.push({ from, to, name, hide });
    }
  }
  return found;
}

/** Whatever a pattern says: which file it is stays. */
function isPath(text: string, from: number, to: number): boolean {
  return text[from] === "/" || text.slice(from, to).includes("//");
}

function resetOf(regex: RegExp): RegExp {
  regex.lastIndex = 0;
  return regex;
}

export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
