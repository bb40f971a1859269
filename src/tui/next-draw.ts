/** When the screen changes though nothing happens. */
import { frontQuestion } from "./front.ts";
import type { State } from "./model.ts";

/** So long the linear console waits for what is known about a question before it reads it out. */
export const CARD_WAIT_MS = 700;
const SECOND_MS = 1_000;

/** Clocks run only while something waits. */
export function nextDrawMs(state: State): number | undefined {
  if (!state.sessions.some(({ questions }) => questions.length > 0)) return undefined;
  const question = frontQuestion(state);
  return question !== undefined && isCardToCome(question) ? CARD_WAIT_MS : SECOND_MS;
}

export function isCardToCome({ card, lacks }: NonNullable<ReturnType<typeof frontQuestion>>): boolean {
  return card === undefined && lacks === undefined;
}
