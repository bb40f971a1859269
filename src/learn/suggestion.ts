/** A rule that would have answered questions which people answered with yes, with all that it would do to the record. */
import type { RungKind, RungMatch } from "../approval/ladder/rung.ts";
import type { Outcomes } from "./seen.ts";

export interface Suggestion {
  /** Of its words and its project: the same each time. */
  readonly id: string;
  readonly project: string;
  readonly rung: RungKind;
  readonly matches: readonly RungMatch[];
  readonly description: string;
  /** Never empty; newest first. */
  readonly saves: readonly SavedQuestion[];
  /** What else of the record it would allow, that was never answered with yes. */
  readonly also: readonly AlsoAllowed[];
  /** In words: what it allows beyond that. */
  readonly widens: readonly string[];
  /** Files that can take it. */
  readonly layers: readonly ("user" | "project")[];
}

export interface SavedQuestion {
  /** The same number in two suggestions is the same question. */
  readonly question: number;
  readonly line: string;
  readonly cwd: string;
  /** How often it was asked and answered with yes. */
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface AlsoAllowed {
  readonly line: string;
  readonly cwd: string;
  readonly count: number;
  readonly lastMs: number;
  readonly outcomes: Outcomes;
}

export function questionsSaved({ saves }: Pick<Suggestion, "saves">): number {
  return saves.reduce((sum, { count }) => sum + count, 0);
}

/** What is left of the others once one counts: it answers its questions for them. */
export function afterApplying(
  applied: Suggestion,
  others: readonly Suggestion[],
  least: number,
): readonly Suggestion[] {
  const answered = new Set(applied.saves.map(({ question }) => question));
  return others.flatMap((one) => {
    if (one.id === applied.id) return [];
    if (one.project !== applied.project) return [one];
    const saves = one.saves.filter(({ question }) => !answered.has(question));
    return questionsSaved({ saves }) >= least ? [{ ...one, saves }] : [];
  });
}
