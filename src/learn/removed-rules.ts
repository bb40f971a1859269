/**
 * Rules of answers that somebody took out of a file again. What people had said yes to before, and such a rule allowed, makes no new rule: neither
 * the same nor a wider one.
 */
import type { RungMatch } from "../approval/ladder/rung.ts";
import type { StoredEvent } from "../history/stored-record.ts";
import type { Unallowed } from "./asked-part.ts";
import { indexParts, makeCandidate } from "./candidate.ts";
import type { OpenFor } from "./engines.ts";
import type { Seen } from "./seen.ts";
import { allowedBy, type JudgedSeen, judgeAll } from "./try-rules.ts";

export interface RemovedRules {
  readonly matches: readonly RungMatch[];
  readonly atMs: number;
}

/** Events of before do not have what the rules said. */
export function removedBy({ timestamp, details = {} }: StoredEvent): RemovedRules | undefined {
  const { matches } = details;
  const read = Array.isArray(matches) ? matches.flatMap((text) => readMatch(text)) : [];
  return read.length === 0 ? undefined : { matches: read, atMs: Date.parse(timestamp) || 0 };
}

function readMatch(text: unknown): RungMatch[] {
  try {
    const match: unknown = JSON.parse(String(text));
    return isMatch(match) ? [match] : [];
  } catch {
    return [];
  }
}

function isMatch(match: unknown): match is RungMatch {
  if (typeof match === "string") return match !== "";
  if (typeof match !== "object" || match === null || Array.isArray(match)) return false;
  const { program, args, exactly, flags, under } = match as Readonly<Record<string, unknown>>;
  const isText = (one: unknown): boolean => typeof one === "string";
  const isTexts = (one: unknown): boolean => one === undefined || (Array.isArray(one) && one.every(isText));
  return isText(program) && [args, exactly, flags].every(isTexts) && (under === undefined || isText(under));
}

/** Without the yes to what a rule allowed that somebody has taken out again. */
export async function judgeStanding(
  own: readonly Seen[],
  removed: readonly RemovedRules[],
  openFor: OpenFor,
): Promise<JudgedSeen[]> {
  const judged = await judgeAll(own, openFor);
  if (removed.length === 0) return judged;
  const asked = judged.flatMap(({ unallowed }) => unallowed ?? []);
  const withdrawn = await findWithdrawn(asked, removed, openFor);
  return judged.map((one) => {
    if (one.unallowed === undefined || !withdrawn.has(one.unallowed)) return one;
    const seen = { ...one.seen, standing: 0 };
    return { ...one, seen, unallowed: { ...one.unallowed, seen } };
  });
}

/** What such rules allowed and was not asked since. */
async function findWithdrawn(
  unallowed: readonly Unallowed[],
  removed: readonly RemovedRules[],
  openFor: OpenFor,
): Promise<ReadonlySet<Unallowed>> {
  const withdrawn = new Set<Unallowed>();
  const index = indexParts(unallowed);
  for (const { matches, atMs } of removed) {
    const rule = makeCandidate({ kind: "exact", matches, description: "", widens: [] }, []);
    const pool = rule.poolIn(index).filter(({ seen }) => seen.standing > 0 && seen.lastMs <= atMs);
    for (const one of await allowedBy(matches, pool, openFor)) withdrawn.add(one);
  }
  return withdrawn;
}
