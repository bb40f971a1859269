/** A person's word on a suggested mode, and on an agent that goes in circles. Both are recorded before they count. */
import type { ControlRequest } from "../protocol/control-messages.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import type { SessionState } from "./session-state.ts";
import { switchMode } from "./switch-mode.ts";

export async function answerSuggestion(
  { suggestion, mode }: Extract<ControlRequest, { op: "suggestion" }>,
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  const open = state.suggestions.current({
    mode: state.mode,
    cap: state.policy.last.layers.settings.maxMode,
  });
  if (open?.id !== suggestion) return { ...NOT_THERE, message: "this suggestion is not open any more" };
  if (mode !== undefined && !open.modes.includes(mode))
    return { ok: false, code: "BAD_REQUEST", message: `it offers ${open.modes.join(" and ")}, not ${mode}` };
  const answered = { because: open.because, answer: mode ?? "no", person };
  const problem = await recordControl(state, "suggestion", answered);
  if (problem !== undefined) return problem;
  if (mode !== undefined) {
    const switched = await switchMode(mode, state, person);
    if (!switched.ok) return switched;
  }
  state.suggestions.answer(suggestion, mode ?? "no");
  state.approvers.statusChanged();
  return { ok: true };
}

export async function answerLoop(
  { loop, answer }: Extract<ControlRequest, { op: "loop" }>,
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  const shown = state.loops.list().find(({ id }) => id === loop);
  if (shown === undefined) return { ...NOT_THERE, message: "this card is over" };
  const problem = await recordControl(state, "loop", { intent: shown.intent, answer, person });
  if (problem !== undefined) return problem;
  const done = answer === "ask-again" ? state.loops.askAgain(loop) : state.loops.putAway(loop);
  state.approvers.statusChanged();
  return done === "done" ? { ok: true } : { ...NOT_THERE, message: "this card is over" };
}

const NOT_THERE = { ok: false, code: "NOT_FOUND" } as const;
