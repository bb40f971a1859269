/** One request of a person's client, answered. Each change is recorded before it is confirmed. */
import type { Grant } from "../approval/grants.ts";
import type { ControlRequest } from "../protocol/control-messages.ts";
import type { Grant as ShownGrant } from "../protocol/question-messages.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import { resolveAll } from "./resolve-all.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { statusOf } from "./session-status.ts";
import { switchMode } from "./switch-mode.ts";
import { toPending } from "./to-pending.ts";

/** What has nothing to do with one client's connection. */
type Request = Exclude<ControlRequest, { op: "subscribe" | "focus" }>;

export async function answerControl(request: Request, state: SessionState): Promise<ControlAnswer> {
  switch (request.op) {
    case "status":
      // A look at the policy files: what is wrong with them is part of the answer.
      await state.policy.current().catch((error: unknown) => addNotice(state, String(error)));
      return { ok: true, status: statusOf(state) };
    case "pending":
      return { ok: true, pending: state.approvals.pending().map(toPending) };
    case "resolve":
      return resolveQuestion(request, state);
    case "resolve-all":
      return resolveAll(request, state);
    case "grants":
      return { ok: true, grants: state.approvals.grants.list().map((grant) => toGrant(grant, state)) };
    case "revoke":
      return revokeGrant(request.grant, state);
    case "mode":
      return request.mode === undefined ? { ok: true, mode: state.mode } : switchMode(request.mode, state);
    default:
      return { ok: false, code: "BAD_REQUEST", message: `${request.op} is not there yet` };
  }
}

/** Recorded first: what is taken back must not count for longer than the record says. */
async function revokeGrant(id: string, state: SessionState): Promise<ControlAnswer> {
  const { grants } = state.approvals;
  const held = grants.list().find((grant) => grant.id === id);
  if (held === undefined) return NO_GRANT;
  const problem = await recordControl(state, "revoked", { line: held.line, says: held.says }, id);
  if (problem !== undefined) return problem;
  return grants.revoke(id) === undefined ? NO_GRANT : { ok: true, line: held.line };
}

const NO_GRANT: ControlAnswer = {
  ok: false,
  code: "NOT_FOUND",
  message: "no such answer is remembered: taken back, over, or never given",
};

function toGrant(grant: Grant, { session }: SessionState): ShownGrant {
  const { id, line, cwd, says, grantedAtMs, ends, reason } = grant;
  return {
    ...{ id, session, line, cwd, says, grantedAtMs },
    ...(ends === "with the session" ? {} : { endsAtMs: ends.atMs }),
    ...(reason === undefined ? {} : { reason }),
  };
}
