/** One step of the console: what happened goes in, the new state and what is to be done come out. Pure. */
import { frontQuestion, questionsOf, settleFront } from "./front.ts";
import { type Action, EMPTY, type Happening, type State, type Updated } from "./model.ts";
import { noteOf, withNote, withoutNoteAbout, withoutOldNote } from "./notes.ts";
import { takeDrawn } from "./update-drawn.ts";
import { takeKey } from "./update-key.ts";
import { takeReply } from "./update-reply.ts";
import { attach, detach, hear } from "./update-session.ts";

export { EMPTY };

export function update(before: State, happening: Happening): Updated {
  const { state, actions } = step({ ...before, nowMs: happening.nowMs }, happening);
  const there = settleFront(before, state);
  const isInput = there.open.kind === "reason" || there.open.kind === "confirm";
  const settled = isInput ? there : withoutNoteAbout(there, "input");
  return {
    state: settled,
    actions: [...actions, ...followFront(before, settled), ...noticeOf(before, settled)],
  };
}

function step(state: State, happening: Happening): Updated {
  switch (happening.kind) {
    case "attached":
      return only(attach(state, happening));
    case "told":
      return only(hear(state, happening.session, happening.event));
    case "detached":
      return only(detach(state, happening.session, happening.why));
    case "replied":
      return only(takeReply(state, happening.session, happening.exchange));
    case "key":
      return takeKey(withoutOldNote(state), happening.key, happening.from ?? "keyboard");
    case "drawn":
      return only(takeDrawn(state, happening.drawn));
    case "noted":
      return only(withNote(state, noteOf(happening.note.tone, happening.note.text)));
    case "tick":
      return only(state);
  }
}

function only(state: State): Updated {
  return { state, actions: [] };
}

/** The daemon is told what is in front: that question's clock runs. Its card is asked for. */
function followFront(before: State, after: State): Action[] {
  const [old, now] = [before.front, after.front].map((front) =>
    front?.kind === "question" ? front : undefined,
  );
  if (old?.session === now?.session && old?.id === now?.id) return [];
  const isThere = (name: string) => after.sessions.some((one) => one.name === name);
  const actions: Action[] = [];
  if (old && old.session !== now?.session && isThere(old.session))
    actions.push({ kind: "request", session: old.session, ask: { op: "focus" } });
  if (!now) return actions;
  actions.push({ kind: "request", session: now.session, ask: { op: "focus", check: now.id } });
  if (frontQuestion(after)?.card === undefined)
    actions.push({ kind: "request", session: now.session, ask: { op: "card", check: now.id } });
  return actions;
}

function noticeOf(before: State, after: State): Action[] {
  return questionsOf(before).length === 0 && questionsOf(after).length > 0 ? [{ kind: "notice" }] : [];
}
