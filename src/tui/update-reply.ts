/** What became of our requests. */
import type { Decision } from "../protocol/question-messages.ts";
import { sessionOf } from "./front.ts";
import type { AskOf, Exchange, LinkAnswer } from "./link.ts";
import type { State } from "./model.ts";
import { beginningOf, noteOf, withNote } from "./notes.ts";
import { changeQuestion, dropQuestion } from "./update-session.ts";

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
      return takeRevoked(state, answer as ReplyIn<"revoke">);
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

export const SAID: Record<Decision, string> = {
  once: "allowed once",
  session: "allowed until the session ends",
  timed: "allowed for an hour",
  always: "allowed always",
  deny: "denied",
  "deny-session": "denied until the session ends",
};

function takeResolved(
  state: State,
  session: string,
  { check, decision }: AskOf<"resolve">,
  answer: ReplyIn<"resolve">,
): State {
  const line = lineOf(state, session, check);
  const problem = problemOf(answer);
  if (problem === undefined && answer.kind === "reply" && answer.reply.ok) {
    const { note, grant } = answer.reply;
    const what =
      note === undefined ? SAID[decision] : `${decision.startsWith("deny") ? "denied" : "allowed"} (${note})`;
    const text = line === undefined ? what : `${what}: ${beginningOf(line)}`;
    const told = withNote(dropQuestion(state, session, check), noteOf("good", text));
    return grant === undefined ? told : { ...told, lastGrant: { session, grant, line: line ?? "" } };
  }
  const isOver = answer.kind === "reply" && !answer.reply.ok && answer.reply.code === "NOT_FOUND";
  const rest = isOver
    ? dropQuestion(state, session, check)
    : changeQuestion(state, session, check, ({ sent: _sent, ...view }) => view);
  return withNote(rest, noteOf("warning", `not answered: ${problem ?? ""}`));
}

function lineOf({ lastSent, ...state }: State, session: string, check: string): string | undefined {
  const question = sessionOf(state, session)?.questions.find(({ asked }) => asked.id === check);
  return question?.asked.line ?? (lastSent?.check === check ? lastSent.line : undefined);
}

function takeAll(
  state: State,
  session: string,
  { decision }: AskOf<"resolve-all">,
  answer: ReplyIn<"resolve-all">,
): State {
  if (answer.kind !== "reply" || !answer.reply.ok)
    return withNote(state, noteOf("warning", `not answered: ${problemOf(answer) ?? ""}`));
  const { results } = answer.reply;
  const done = results.filter((one) => one.done === "yes");
  const failed = results.find((one) => one.done === "no");
  const rest = done.reduce((left, { check }) => dropQuestion(left, session, check), state);
  const what = decision === "session" ? "allowed until the session ends" : SAID[decision];
  const why = failed
    ? `; not answered: ${results.length - done.length} (${failed.note ?? "over already"})`
    : "";
  const note = done.find((one) => one.note !== undefined)?.note;
  return withNote(
    rest,
    noteOf(
      failed ? "warning" : "good",
      `${what}: ${done.length}${note === undefined ? "" : ` (${note})`}${why}`,
    ),
  );
}

function takeCard(state: State, session: string, { check }: AskOf<"card">, answer: ReplyIn<"card">): State {
  const problem = problemOf(answer);
  if (problem === undefined && answer.kind === "reply" && answer.reply.ok) {
    const { card } = answer.reply;
    return changeQuestion(state, session, check, (view) => ({ ...view, card }));
  }
  return state.front?.id === check
    ? withNote(state, noteOf("warning", `no more is known about this one: ${problem ?? ""}`))
    : state;
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
  const rung = Math.max(
    0,
    ladder.rungs.findIndex(({ kind }) => kind === ladder.suggested),
  );
  return { ...state, open: { ...open, ladder, rung } };
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

function takeRevoked(state: State, answer: ReplyIn<"revoke">): State {
  if (answer.kind !== "reply" || !answer.reply.ok)
    return withNote(state, noteOf("warning", `not taken back: ${problemOf(answer) ?? ""}`));
  const { lastGrant: _last, ...rest } = state;
  return withNote(rest, noteOf("good", `taken back, it asks again: ${beginningOf(answer.reply.line)}`));
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

type AnyReply = { readonly ok: true } | { readonly ok: false; readonly message: string };

function problemOf(answer: LinkAnswer<AnyReply>): string | undefined {
  if (answer.kind !== "reply") return answer.reason;
  return answer.reply.ok ? undefined : answer.reply.message;
}
