/** What became of our requests. */
import type { AskOf, Exchange } from "./link.ts";
import type { State } from "./model.ts";
import { beginningOf, noteOf, withNote } from "./notes.ts";
import { takeAll, takeResolved } from "./reply-answer.ts";
import { problemOf } from "./reply-problem.ts";
import { changeQuestion } from "./update-session.ts";

export function takeReply(state: State, session: string, exchange: Exchange): State {
  const { ask, answer } = exchange;
  switch (ask.op) {
    case "resolve":
      return takeResolved(state, session, ask, answer as ReplyIn<"resolve">);
    case "resolve-all":
      return takeAll(state, session, ask, answer as ReplyIn<"resolve-all">);
    case "card":
      return takeCard(state, session, ask, answer as ReplyIn<"card">);
    case "ladder":
      return takeLadder(state, ask, answer as ReplyIn<"ladder">);
    case "mode":
      return takeMode(state, session, answer as ReplyIn<"mode">);
    case "revoke":
      return takeRevoked(state, ask, answer as ReplyIn<"revoke">);
    case "suggestion":
      return takeDone(state, answer as ReplyIn<"suggestion">, ask.mode === undefined ? STAYS : undefined);
    case "loop":
      return takeDone(state, answer as ReplyIn<"loop">, LOOP_SAID[ask.answer]);
    // The session's own words keep these up to date; a link that is gone is told as such.
    case "focus":
    case "status":
    case "pending":
    case "subscribe":
    case "grants":
      return state;
  }
}

type ReplyIn<Op extends Exchange["ask"]["op"]> = Extract<Exchange, { ask: { op: Op } }>["answer"];

function takeCard(state: State, session: string, { check }: AskOf<"card">, answer: ReplyIn<"card">): State {
  const problem = problemOf(answer);
  if (problem === undefined && answer.kind === "reply" && answer.reply.ok) {
    const { card } = answer.reply;
    return changeQuestion(state, session, check, (view) => ({ ...view, card }));
  }
  const without = changeQuestion(state, session, check, (view) => ({ ...view, lacks: "card" }));
  return state.front?.id === check
    ? withNote(without, noteOf("warning", `no more is known about this one: ${problem ?? ""}`))
    : without;
}

function takeLadder(state: State, { check }: AskOf<"ladder">, answer: ReplyIn<"ladder">): State {
  const { open, front } = state;
  if (open.kind !== "ladder" || front?.id !== check) return state;
  const back: State = { ...state, open: { kind: "card" } };
  if (answer.kind !== "reply" || !answer.reply.ok)
    return withNote(back, noteOf("warning", `always is not possible now: ${problemOf(answer) ?? ""}`));
  const { ladder } = answer.reply;
  if (ladder.kind === "none")
    return withNote(back, noteOf("warning", `always is not offered: ${ladder.because}`));
  const rung = ladder.rungs.findIndex(({ kind }) => kind === ladder.suggested);
  return { ...state, open: { ...open, ladder, rung: rung < 0 ? "none" : rung } };
}

function takeMode(state: State, session: string, answer: ReplyIn<"mode">): State {
  if (answer.kind !== "reply" || !answer.reply.ok)
    return withNote(state, noteOf("warning", `the mode was not switched: ${problemOf(answer) ?? ""}`));
  const { mode, note } = answer.reply;
  return withNote(
    state,
    noteOf("good", `session ${session} is in mode ${mode} now${note === undefined ? "" : ` (${note})`}`),
  );
}

function takeRevoked(state: State, { grant }: AskOf<"revoke">, answer: ReplyIn<"revoke">): State {
  if (answer.kind !== "reply" || !answer.reply.ok)
    return withNote(state, noteOf("warning", `not taken back: ${problemOf(answer) ?? ""}`));
  const { lastGiven, ...rest } = state;
  const left = lastGiven?.grants.filter((one) => one.grant !== grant) ?? [];
  const taken = (lastGiven?.taken ?? 0) + 1;
  const text =
    taken + left.length > 1
      ? `taken back, asked again from now on: ${taken} of ${taken + left.length}`
      : `taken back, it asks again: ${beginningOf(answer.reply.line)}`;
  const told = withNote(rest, noteOf("good", text));
  return lastGiven && left.length > 0 ? { ...told, lastGiven: { ...lastGiven, grants: left, taken } } : told;
}

/** `said`: in the place of the note of an earlier answer, which would be taken for this one's. */
function takeDone(state: State, answer: ReplyIn<"loop" | "suggestion">, said: string | undefined): State {
  const problem = problemOf(answer);
  if (problem !== undefined) return withNote(state, noteOf("warning", `not done: ${problem}`));
  const note = (answer.kind === "reply" && answer.reply.ok ? answer.reply.note : undefined) ?? said;
  return note === undefined ? state : withNote(state, noteOf("good", note));
}

const STAYS = "the mode stays as it is";
const LOOP_SAID: Record<AskOf<"loop">["answer"], string> = {
  "ask-again": "the next try is a question again",
  seen: "guard goes on denying it",
};
