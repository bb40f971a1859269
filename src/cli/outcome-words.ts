/** How recorded checks went, in words. A no stands out: that is what nobody may overlook. */
import { type Outcomes, questionsOf } from "../learn/seen.ts";

export function describeOutcomes(outcomes: Outcomes): string {
  const { yes, no, silent, part, ran, stopped } = outcomes;
  const answers = [
    ...(yes > 0 ? [`${yes} yes`] : []),
    ...(no > 0 ? [`${no} NO`] : []),
    ...(silent > 0 ? [`${silent} unanswered`] : []),
  ].join(", ");
  const asked = questionsOf(outcomes);
  const isAll = part + ran + stopped === 0;
  return [
    ...(asked > 0 ? [isAll ? answers : `asked ${times(asked)} (${answers})`] : []),
    ...(part > 0 ? [`ran ${times(part)} as part of an allowed line`] : []),
    ...(ran > 0 ? [`ran ${times(ran)} unasked`] : []),
    ...(stopped > 0 ? [`denied ${times(stopped)} unasked`] : []),
  ].join(", ");
}

export function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

export function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
