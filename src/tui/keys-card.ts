/** Keys on a question's card. */
import type { Decision } from "../protocol/question-messages.ts";
import { findObstacle, giveAnswer, isTooQuick } from "./answer.ts";
import { frontQuestion } from "./front.ts";
import { pressAnywhere, stay } from "./keys-anywhere.ts";
import { openBulk } from "./keys-bulk.ts";
import type { QuestionView, State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

const ANSWERS: ReadonlyMap<string, Decision> = new Map([
  ["a", "once"],
  ["s", "session"],
  ["t", "timed"],
  ["d", "deny"],
  ["enter", "deny"],
  ["D", "deny-session"],
]);

const BULK: ReadonlyMap<string, "session" | "always" | "deny"> = new Map([
  ["A", "session"],
  ["S", "always"],
  ["X", "deny"],
]);

export function pressOnQuestion(state: State, press: string | undefined): Updated {
  const question = frontQuestion(state);
  if (!question || press === undefined) return stay(state);
  // Enter also means yes in other places: one that was meant for them denies nothing here.
  if (press === "enter" && isTooQuick(state)) return stay(state);
  const decision = ANSWERS.get(press);
  if (decision !== undefined) return giveAnswer(state, { decision, confirmed: "no" });
  const bulk = BULK.get(press);
  if (bulk !== undefined) return stay(openBulk(state, bulk));
  switch (press) {
    case "p":
      return openLadder(state, question, "no");
    case "r":
      return stay(openIfPossible(state, question));
    case "c":
    case "C":
      return stay(openConfirm(state, question, press));
    default:
      return pressAnywhere(state, press);
  }
}

export function openLadder(state: State, question: QuestionView, confirmed: "yes" | "no"): Updated {
  const obstacle = findObstacle(state, question, { decision: "always", confirmed });
  if (obstacle !== undefined) return stay(withNote(state, noteOf("warning", obstacle)));
  const { session, id: check } = question.asked;
  return {
    state: { ...state, open: { kind: "ladder", rung: 0, file: 0, confirmed }, scroll: 0 },
    actions: [{ kind: "request", session: state.front?.session ?? session, ask: { op: "ladder", check } }],
  };
}

function openIfPossible(state: State, question: QuestionView): State {
  const obstacle = findObstacle(state, question, { decision: "deny", confirmed: "no" });
  return obstacle === undefined
    ? { ...state, open: { kind: "reason", text: "" } }
    : withNote(state, noteOf("warning", obstacle));
}

/** The first letter of the word opens the place to type it, and stands there: a small one is seen to be small. */
function openConfirm(state: State, { asked, sent }: QuestionView, press: "c" | "C"): State {
  if (asked.ruling !== "confirm" || sent !== undefined) return state;
  return { ...state, open: { kind: "confirm", text: press } };
}
