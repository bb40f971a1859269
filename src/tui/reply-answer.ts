/** What became of answers, one or many. */
import type { Decision } from "../protocol/question-messages.ts";
import type { ReplyTo } from "../protocol/replies-by-op.ts";
import { isAllow } from "./answer.ts";
import type { AskOf, LinkAnswer } from "./link.ts";
import type { LastGiven, State } from "./model.ts";
import { beginningOf, noteOf, withNote } from "./notes.ts";
import { problemOf } from "./reply-problem.ts";
import { changeQuestion, dropQuestion } from "./update-session.ts";

const SAID: Record<Decision, string> = {
  once: "allowed once",
  session: "allowed until the session ends",
  timed: "allowed for an hour",
  always: "allowed always",
  deny: "denied",
  "deny-session": "denied until the session ends",
};

export function takeResolved(
  state: State,
  session: string,
  { check, decision }: AskOf<"resolve">,
  answer: LinkAnswer<ReplyTo<"resolve">>,
): State {
  const line = state.lastSent?.check === check ? state.lastSent.line : undefined;
  const problem = problemOf(answer);
  if (answer.kind === "reply" && answer.reply.ok) {
    const { note, grant } = answer.reply;
    const text = [saidOf(decision, note), ...(line === undefined ? [] : [beginningOf(line)])].join(": ");
    const told = savedBy(decision, withNote(dropQuestion(state, session, check), noteOf("good", text)));
    return grant === undefined
      ? told
      : { ...told, lastGiven: { to: "one", grants: [{ session, grant }], taken: 0 } };
  }
  const isOver = answer.kind === "reply" && !answer.reply.ok && answer.reply.code === "NOT_FOUND";
  const rest = isOver ? dropQuestion(state, session, check) : unsend(state, session, check);
  return withNote(rest, noteOf("warning", `not answered: ${problem ?? ""}`));
}

function savedBy(decision: Decision, state: State): State {
  return decision === "always" ? { ...state, savedAtMs: state.nowMs } : state;
}

/** A note may say that it became less than what was asked for. */
function saidOf(decision: Decision, note: string | undefined): string {
  if (note === undefined) return SAID[decision];
  return `${isAllow(decision) ? "allowed" : "denied"} (${note})`;
}

/** It can be answered again. */
function unsend(state: State, session: string, check: string): State {
  return changeQuestion(state, session, check, ({ sent: _sent, ...view }) => view);
}

export function takeAll(
  state: State,
  session: string,
  { decision }: AskOf<"resolve-all">,
  answer: LinkAnswer<ReplyTo<"resolve-all">>,
): State {
  if (answer.kind !== "reply" || !answer.reply.ok)
    return withNote(state, noteOf("warning", `not answered: ${problemOf(answer) ?? ""}`));
  const { results } = answer.reply;
  const done = results.filter((one) => one.done === "yes");
  const failed = results.find((one) => one.done === "no");
  const given = addGiven(
    state,
    done.flatMap(({ grant }) => (grant === undefined ? [] : [{ session, grant }])),
  );
  const rest = done.reduce((left, { check }) => dropQuestion(left, session, check), given);
  const what = decision === "session" ? "allowed until the session ends" : SAID[decision];
  const why = failed
    ? `; not answered: ${results.length - done.length} (${failed.note ?? "over already"})`
    : "";
  const note = done.find((one) => one.note !== undefined)?.note;
  return withNote(
    savedBy(decision, rest),
    noteOf(
      failed ? "warning" : "good",
      `${what}: ${done.length}${note === undefined ? "" : ` (${note})`}${why}`,
    ),
  );
}

/** A list may be answered by several replies: of several sessions, or because it is long. */
function addGiven(state: State, grants: LastGiven["grants"]): State {
  if (grants.length === 0) return state;
  const before = state.lastGiven?.to === "list" ? state.lastGiven.grants : [];
  return { ...state, lastGiven: { to: "list", grants: [...before, ...grants], taken: 0 } };
}
