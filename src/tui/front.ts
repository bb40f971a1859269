/** What is in front, and what comes next: one order over all sessions, in which each session's own order is kept. */
import type { Front, Open, QuestionView, SessionView, State } from "./model.ts";

export type Place = Pick<Front, "kind" | "session" | "id">;

export interface Item extends Place {
  readonly question?: QuestionView;
}

export function keyOf({ kind, session, id }: Place): string {
  return `${kind} ${session} ${id}`;
}

/** All questions, oldest first. */
export function questionsOf({ sessions }: Pick<State, "sessions">): Item[] {
  return sessions
    .flatMap(({ name, questions }) =>
      questions.map((question) => ({
        kind: "question" as const,
        session: name,
        id: question.asked.id,
        question,
      })),
    )
    .toSorted((a, b) => a.question.asked.askedAtMs - b.question.asked.askedAtMs || (a.id < b.id ? -1 : 1));
}

/** Cards that are no questions: nobody waits for them. */
export function alertsOf({ sessions }: Pick<State, "sessions">): Item[] {
  return sessions.flatMap(({ name, status: { suggestion, loops } }) => [
    ...loops.map(({ id }) => ({ kind: "loop" as const, session: name, id })),
    ...(suggestion ? [{ kind: "suggestion" as const, session: name, id: suggestion.id }] : []),
  ]);
}

export function itemsOf(state: Pick<State, "sessions">): Item[] {
  return [...questionsOf(state), ...alertsOf(state)];
}

export function sessionOf(state: Pick<State, "sessions">, name: string): SessionView | undefined {
  return state.sessions.find((one) => one.name === name);
}

/** The question in front, if it is one. */
export function frontQuestion({ sessions, front }: State): QuestionView | undefined {
  if (front?.kind !== "question") return undefined;
  return sessions
    .find(({ name }) => name === front.session)
    ?.questions.find(({ asked }) => asked.id === front.id);
}

export function bringToFront(state: State, place: Place | undefined, by: Front["by"]): State {
  const { front: _old, ...rest } = state;
  const clean: State = { ...rest, open: { kind: "card" }, scroll: 0 };
  if (!place) return clean;
  const { kind, session, id } = place;
  return { ...clean, front: { kind, session, id, by, seen: 0 } };
}

/** The next or the one before it, round about. */
export function stepFront(state: State, step: 1 | -1): State {
  const items = itemsOf(state);
  const { front } = state;
  const at = front ? items.findIndex((item) => keyOf(item) === keyOf(front)) : -1;
  const next = items[(at + step + items.length) % Math.max(1, items.length)];
  return next && (at < 0 || items.length > 1) ? bringToFront(state, next, "hand") : state;
}

/**
 * After anything happened: if what was in front is gone, the next one comes by itself; a question comes before cards that
 * nobody waits for.
 */
export function settleFront(before: State, state: State): State {
  const { front } = state;
  const items = itemsOf(state);
  const there = new Set(items.map(keyOf));
  if (front && there.has(keyOf(front))) {
    const first = items[0];
    const givesWay = front.kind !== "question" && front.by === "itself" && first?.kind === "question";
    return givesWay ? bringToFront(state, first, "itself") : state;
  }
  // Nothing was in front and nothing comes: help or another mode may be open.
  if (!front && items.length === 0) return state;
  const old = itemsOf(before);
  const from = front ? old.findIndex((item) => keyOf(item) === keyOf(front)) : -1;
  const behind = old.slice(from + 1).find((item) => item.kind === "question" && there.has(keyOf(item)));
  const settled = bringToFront(state, (from >= 0 ? behind : undefined) ?? items[0], "itself");
  if (OVER_ALL.includes(state.open.kind)) return { ...settled, open: state.open, scroll: state.scroll };
  return isTyping(state) && settled.front ? { ...settled, open: { kind: "broken-off" } } : settled;
}

/** They are about no question in particular, and stay open. */
const OVER_ALL: readonly Open["kind"][] = ["help", "bulk", "mode", "full-auto"];

/** Whoever types goes on for a moment after the question went away. */
function isTyping({ open }: State): boolean {
  return (open.kind === "reason" || open.kind === "confirm") && open.text !== "";
}
