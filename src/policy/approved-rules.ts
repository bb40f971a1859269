/** The entries of a policy file that guard wrote itself, after a person's answer. Their ids say so. */
import { sha256 } from "../core/sha256.ts";
import type { RuleEntry } from "./rule-text.ts";
import type { PolicyData, RuleData } from "./schema.ts";

export const MAX_APPROVED = 50;
const ID = /^(approved-[0-9a-f]{8})(?:\.[0-9]{1,3})?$/;

/** What a rule of an answer may say; `match` in the words of docs/POLICY.md. */
export type ApprovedMatch = RuleData["match"];

/** Where a person said so. */
export type SavedVia = "mid-session approval" | "guard suggest";

export interface ApprovedRule {
  /** `approved-3f9a1c2b`; the rules of one answer share it (`approved-3f9a1c2b.2`). */
  readonly id: string;
  readonly group: string;
  readonly match: ApprovedMatch;
  readonly because: string;
  /** Its place in `rules`. */
  readonly at: number;
}

export function approvedIn({ rules = [] }: PolicyData): ApprovedRule[] {
  return rules.flatMap(({ id, match, ruling, because }, at) => {
    const group = ID.exec(id)?.[1];
    return group === undefined || ruling !== "allow" ? [] : [{ id, group, match, because, at }];
  });
}

/** `id` of one rule, or of all rules of one answer. */
export function isMeant(rule: ApprovedRule, id: string): boolean {
  return rule.id === id || rule.group === id;
}

/** The answer that already said all of this. */
export function sameAnswer(
  there: readonly ApprovedRule[],
  matches: readonly ApprovedMatch[],
): readonly ApprovedRule[] | undefined {
  const wanted = textOf(matches);
  const groups = new Map<string, ApprovedRule[]>();
  for (const rule of there) groups.set(rule.group, [...(groups.get(rule.group) ?? []), rule]);
  return [...groups.values()].find((rules) => textOf(rules.map(({ match }) => match)) === wanted);
}

export function entriesFor(
  matches: readonly ApprovedMatch[],
  { rules = [] }: PolicyData,
  now: Date,
  via: SavedVia = "mid-session approval",
): RuleEntry[] {
  const group = freeGroup(textOf(matches), new Set(rules.map(({ id }) => ID.exec(id)?.[1] ?? id)), now);
  const because = `added via ${via}, ${now.toISOString().slice(0, 10)}`;
  return matches.map((match, at) => ({
    id: at === 0 ? group : `${group}.${at + 1}`,
    match,
    ruling: "allow",
    because,
  }));
}

function freeGroup(text: string, taken: ReadonlySet<string>, now: Date): string {
  for (let turn = 0; ; turn++) {
    const group = `approved-${sha256(`${text} ${now.getTime()} ${turn}`).slice(0, 8)}`;
    if (!taken.has(group)) return group;
  }
}

function textOf(matches: readonly ApprovedMatch[]): string {
  return JSON.stringify(matches);
}
