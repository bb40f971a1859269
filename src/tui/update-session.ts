/** Sessions come and go, and tell what happens in them. */
import type { ControlEvent, Recent } from "../protocol/control-events.ts";
import type { Pending } from "../protocol/question-messages.ts";
import { bringToFront, sessionOf } from "./front.ts";
import type { Happening, QuestionView, SessionView, State } from "./model.ts";
import { beginningOf, noteOf, withNote, withoutNoteAbout } from "./notes.ts";

const KEPT_RECENT = 100;

export function attach(
  state: State,
  { session, status, pending, recent }: Extract<Happening, { kind: "attached" }>,
): State {
  const view: SessionView = {
    name: session,
    status,
    questions: pending.map((asked) => ({ asked })).toSorted(byAge),
    recent: recent.slice(-KEPT_RECENT),
  };
  return {
    ...withoutNoteAbout(state, "session-over"),
    sessions: [...state.sessions.filter(({ name }) => name !== session), view],
    // It tells of them itself.
    past: state.past.filter((one) => one.session !== session),
  };
}

export function detach(state: State, session: string, why: string): State {
  const view = sessionOf(state, session);
  if (!view) return state;
  const sessions = state.sessions.filter(({ name }) => name !== session);
  const past = [...state.past, ...view.recent.map((one) => ({ ...one, session }))]
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(-KEPT_RECENT);
  const note = { ...noteOf("plain", `session ${session} is over: ${why}`), about: "session-over" as const };
  return withNote({ ...state, sessions, past }, note);
}

export function hear(state: State, session: string, event: ControlEvent): State {
  switch (event.event) {
    case "question":
      return changeSession(forgetSeen(state, session, event.question), session, (view) => ({
        ...view,
        questions: put(view.questions, event.question),
      }));
    case "over":
      return takeOver(state, session, event);
    case "recent":
      return changeSession(state, session, (view) => ({
        ...view,
        recent: addRecent(view.recent, event.recent),
      }));
    case "status":
      return changeSession(state, session, (view) => ({ ...view, status: event.status }));
    case "ended":
      return detach(state, session, event.why);
  }
}

export function changeSession(
  state: State,
  session: string,
  change: (view: SessionView) => SessionView,
): State {
  return { ...state, sessions: state.sessions.map((view) => (view.name === session ? change(view) : view)) };
}

export function changeQuestion(
  state: State,
  session: string,
  check: string,
  change: (view: QuestionView) => QuestionView,
): State {
  return changeSession(state, session, (view) => ({
    ...view,
    questions: view.questions.map((one) => (one.asked.id === check ? change(one) : one)),
  }));
}

export function dropQuestion(state: State, session: string, check: string): State {
  return changeSession(state, session, (view) => ({
    ...view,
    questions: view.questions.filter(({ asked }) => asked.id !== check),
  }));
}

const OVER: Record<Extract<ControlEvent, { event: "over" }>["how"], string> = {
  allowed: "answered elsewhere: allowed",
  denied: "answered elsewhere: denied",
  "timed-out": "its time is over",
  withdrawn: "it was withdrawn: the asker is gone",
};

function takeOver(
  state: State,
  session: string,
  { check, how }: Extract<ControlEvent, { event: "over" }>,
): State {
  const question = sessionOf(state, session)?.questions.find(({ asked }) => asked.id === check);
  const dropped = dropQuestion(state, session, check);
  // Our own answers are told by their replies; of others that were not in front the recent ones tell.
  if (!question || question.sent !== undefined || state.front?.id !== check) return dropped;
  return withNote(dropped, noteOf("warning", `${OVER[how]}: ${beginningOf(question.asked.line)}`));
}

/** The same id with another text is not what was seen. */
function forgetSeen(state: State, session: string, { id, line, cwd }: Pending): State {
  const known = sessionOf(state, session)?.questions.find(({ asked }) => asked.id === id)?.asked;
  const isSame = !known || (known.line === line && known.cwd === cwd);
  return isSame || state.front?.id !== id ? state : bringToFront(state, state.front, "itself");
}

/** A question that is told again keeps what we know about it. */
function put(questions: readonly QuestionView[], asked: Pending): QuestionView[] {
  const known = questions.find((one) => one.asked.id === asked.id);
  const others = questions.filter((one) => one !== known);
  return [...others, { ...known, asked }].toSorted(byAge);
}

function byAge(a: QuestionView, b: QuestionView): number {
  return a.asked.askedAtMs - b.asked.askedAtMs || (a.asked.id < b.asked.id ? -1 : 1);
}

function addRecent(recent: readonly Recent[], one: Recent): Recent[] {
  return [...recent, one].slice(-KEPT_RECENT);
}
