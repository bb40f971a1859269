/** Which suggestions are worth a look, and in which order. */
import type { RungKind } from "../approval/ladder/rung.ts";
import { questionsSaved, type Suggestion } from "./suggestion.ts";

const WIDTH: Record<RungKind, number> = { exact: 0, flags: 1, subcommand: 2, program: 3 };

/**
 * Narrowest first (of the same width: fewer rules), then those that save most. Left out is what saves nothing beyond a narrower one, several
 * rules together that save fewer than `least` beyond those for one of their parts, and what is only one of many that a wider one answers
 * together: whoever set 300 tags has not asked for 300 rules.
 */
export function orderSuggestions(all: readonly Suggestion[], least: number): Suggestion[] {
  const kept: Sized[] = [];
  const ordered = all.toSorted(byWidth).map((one) => ({ one, questions: questionsIn(one) }));
  for (const sized of ordered) if (isWorthIt(sized, kept, least)) kept.push(sized);
  return kept.filter((sized) => !kept.some((wider) => isOneOfMany(sized, wider))).map(({ one }) => one);
}

interface Sized {
  readonly one: Suggestion;
  readonly questions: ReadonlySet<number>;
}

function byWidth(a: Suggestion, b: Suggestion): number {
  return WIDTH[a.rung] - WIDTH[b.rung] || a.matches.length - b.matches.length || bySaved(a, b);
}

function bySaved(a: Suggestion, b: Suggestion): number {
  return questionsSaved(b) - questionsSaved(a) || a.also.length - b.also.length || (a.id < b.id ? -1 : 1);
}

function questionsIn({ saves }: Suggestion): Set<number> {
  return new Set(saves.map(({ question }) => question));
}

function isWorthIt(sized: Sized, narrower: readonly Sized[], least: number): boolean {
  if (narrower.some((one) => holds(one, sized))) return false;
  const parts = narrower.filter((one) => hasFewerRules(one, sized) && holds(sized, one));
  if (parts.length === 0) return true;
  const saves = sized.one.saves.filter(({ question }) => !parts.some((part) => part.questions.has(question)));
  return questionsSaved({ saves }) >= least;
}

function hasFewerRules({ one: few }: Sized, { one: many }: Sized): boolean {
  return few.matches.length < many.matches.length;
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
  const difference = WIDTH[wide.one.rung] - WIDTH[narrow.one.rung];
  const isWider = difference > 0 || (difference === 0 && hasFewerRules(narrow, wide));
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
