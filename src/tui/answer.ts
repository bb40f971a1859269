/** A person's answer to the question in front, and when it may not be given: nobody allows what they have not seen. */
import type { Decision } from "../protocol/question-messages.ts";
import { frontQuestion, keyOf } from "./front.ts";
import type { AskOf } from "./link.ts";
import type { QuestionView, State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";
import { changeQuestion } from "./update-session.ts";

export interface Answer {
  readonly decision: Decision;
  readonly reason?: string;
  readonly save?: NonNullable<AskOf<"resolve">["save"]>;
  /** The word was typed. */
  readonly confirmed: "yes" | "no";
}

/** Within it a key may have been meant for the card that was there before. */
export const TOO_QUICK_MS = 400;

export function isAllow(decision: Decision): boolean {
  return decision !== "deny" && decision !== "deny-session";
}

/** Sends it, or says why not. */
export function giveAnswer(state: State, answer: Answer): Updated {
  const question = frontQuestion(state);
  if (!question || !state.front) return { state, actions: [] };
  const obstacle = findObstacle(state, question, answer);
  if (obstacle !== undefined) return { state: withNote(state, noteOf("warning", obstacle)), actions: [] };
  const { session, id } = state.front;
  const { decision, reason, save, confirmed } = answer;
  const ask: AskOf<"resolve"> = {
    op: "resolve",
    check: id,
    decision,
    ...(reason ? { reason } : {}),
    ...(save ? { save } : {}),
    ...(confirmed === "yes" ? { confirm: true as const } : {}),
  };
  const sent = changeQuestion(state, session, id, (view) => ({ ...view, sent: decision }));
  const lastSent = { check: id, line: question.asked.line };
  return {
    state: { ...sent, open: { kind: "card" }, lastSent },
    actions: [{ kind: "request", session, ask }],
  };
}

/** For keys that only lead to an answer, too: the ladder is not opened for what was not seen. */
export function findObstacle(
  state: State,
  { asked, sent }: QuestionView,
  { decision, confirmed }: Pick<Answer, "decision" | "confirmed">,
): string | undefined {
  const { front, drawn } = state;
  if (sent !== undefined) return "the answer is on its way";
  if (!front || drawn?.front !== keyOf(front)) return "this question is new: look at it first";
  if (asked.rememberable === "no" && decision !== "once" && decision !== "deny")
    return "this one can only be answered for this time: allow once, or deny";
  if (asked.rememberable === "session" && (decision === "always" || decision === "timed"))
    return "a rule wants to be asked in each session: allow until this one ends";
  if (!isAllow(decision)) return undefined;
  if (isTooQuick(state)) return "that was quick: this question has just come; look at it first";
  if (asked.ruling === "confirm" && confirmed === "no")
    return "this one must be confirmed: type CONFIRM in capital letters";
  if (front.seen !== "all") return "PgDn first: the command goes on below; scroll to its end";
  return undefined;
}

/** It came by itself a moment ago. */
export function isTooQuick({ front, nowMs }: State): boolean {
  return front?.by === "itself" && nowMs - (front.sinceMs ?? nowMs) < TOO_QUICK_MS;
}
