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
  /** What else of the record it would allow, to which nobody said yes. */
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

const WIDTH: Record<RungKind, number> = { exact: 0, flags: 1, subcommand: 2, program: 3 };

/**
 * Narrowest first, then those that save most. Left out is what saves nothing beyond a narrower one, and what is only one of many that a
 * wider one answers together: whoever set 300 tags has not asked for 300 rules.
 */
export function orderSuggestions(all: readonly Suggestion[]): Suggestion[] {
  const kept: Sized[] = [];
  const ordered = all.toSorted(byWidth).map((one) => ({ one, questions: questionsIn(one) }));
  for (const sized of ordered) if (!kept.some((narrower) => holds(narrower, sized))) kept.push(sized);
  return kept.filter((sized) => !kept.some((wider) => isOneOfMany(sized, wider))).map(({ one }) => one);
}

interface Sized {
  readonly one: Suggestion;
  readonly questions: ReadonlySet<number>;
}

function byWidth(a: Suggestion, b: Suggestion): number {
  return WIDTH[a.rung] - WIDTH[b.rung] || bySaved(a, b);
}

function bySaved(a: Suggestion, b: Suggestion): number {
  return questionsSaved(b) - questionsSaved(a) || a.also.length - b.also.length || (a.id < b.id ? -1 : 1);
}

function questionsIn({ saves }: Suggestion): Set<number> {
  return new Set(saves.map(({ question }) => question));
}

function holds(outer: Sized, inner: Sized): boolean {
  return (
    outer.one.project === inner.one.project &&
    inner.one.saves.every(({ question }) => outer.questions.has(question))
  );
}

/** Of what the wider one saves, less than this part: one of five is a habit of its own. */
const SHARE = 1 / 5;

function isOneOfMany(narrow: Sized, wide: Sized): boolean {
  const isWider = WIDTH[wide.one.rung] > WIDTH[narrow.one.rung];
  return isWider && holds(wide, narrow) && questionsSaved(narrow.one) < SHARE * questionsSaved(wide.one);
}

const MOST_SHOWN = 20;

/** As many as somebody would read: those that save most, in the order that they have. */
export function mostSaving(ordered: readonly Suggestion[]): {
  readonly suggestions: readonly Suggestion[];
  readonly left: number;
} {
  const best = new Set(ordered.toSorted(bySaved).slice(0, MOST_SHOWN));
  return { suggestions: ordered.filter((one) => best.has(one)), left: ordered.length - best.size };
}
