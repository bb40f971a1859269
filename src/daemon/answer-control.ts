/** One request of a person's client, answered. Each change is recorded before it is confirmed. */
import type { ControlRequest } from "../protocol/control-messages.ts";
import { answerCard, answerLadder } from "./answer-card.ts";
import { listGrants, revokeGrant } from "./answer-grants.ts";
import { answerLoop, answerSuggestion } from "./answer-suggestion.ts";
import type { ControlAnswer } from "./conversation.ts";
import { resolveAll } from "./resolve-all.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { statusOf } from "./session-status.ts";
import { switchMode } from "./switch-mode.ts";
import { toPending } from "./to-pending.ts";

/** What has nothing to do with one client's connection. */
type Request = Exclude<ControlRequest, { op: "subscribe" | "focus" }>;

/** `person`: who asks, for the record. */
export async function answerControl(
  request: Request,
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  switch (request.op) {
    case "status":
      // A look at the policy files: what is wrong with them is part of the answer.
      await state.policy.current().catch((error: unknown) => addNotice(state, String(error)));
      return { ok: true, status: statusOf(state) };
    case "pending":
      return { ok: true, pending: state.approvals.pending().map(toPending) };
    case "card":
      return answerCard(request.check, state);
    case "ladder":
      return answerLadder(request.check, state);
    case "resolve":
      return resolveQuestion(request, state, person);
    case "resolve-all":
      return resolveAll(request, state, person);
    case "suggestion":
      return answerSuggestion(request, state, person);
    case "loop":
      return answerLoop(request, state, person);
    case "grants":
      return listGrants(state);
    case "revoke":
      return revokeGrant(request.grant, state, person);
    case "mode":
      return request.mode === undefined
        ? { ok: true, mode: state.mode }
        : switchMode(request.mode, state, person);
  }
}
