/** One request of a person's client, answered. Each change is recorded before it is confirmed. */
import type { PendingQuestion } from "../approval/question.ts";
import type { ControlRequest, Pending, Status } from "../protocol/control-messages.ts";
import type { ControlAnswer } from "./control-talk.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { switchMode } from "./switch-mode.ts";

export async function answerControl(request: ControlRequest, state: SessionState): Promise<ControlAnswer> {
  switch (request.op) {
    case "status":
      // A look at the policy files: what is wrong with them is part of the answer.
      await state.policy.current().catch((error: unknown) => addNotice(state, String(error)));
      return { ok: true, status: statusOf(state) };
    case "pending":
      return { ok: true, pending: state.approvals.pending().map(toPending) };
    case "resolve":
      return resolveQuestion(request, state);
    case "mode":
      return request.mode === undefined ? { ok: true, mode: state.mode } : switchMode(request.mode, state);
  }
}

function statusOf(state: SessionState): Status {
  return {
    session: state.session,
    agent: [...state.root.argv],
    cwd: state.cwd,
    project: state.project,
    mode: state.mode,
    tier: state.tier,
    console: state.console,
    startedAtMs: state.startedAtMs,
    ...(state.agentPid === undefined ? {} : { agentPid: state.agentPid }),
    pending: state.approvals.pending().length,
    checks: state.checks,
    denied: state.denied,
    notices: [...state.notices],
  };
}

function toPending(question: PendingQuestion): Pending {
  const { id, line, cwd, risk, reasons, session, expiresAtMs, askedAtMs, ruling, rules, layer } = question;
  return {
    ...{ id, line, cwd, risk, session, expiresAtMs, askedAtMs, ruling, layer },
    reasons: [...reasons],
    rules: [...rules],
    ...(question.shell === undefined ? {} : { shell: question.shell }),
    pid: question.pid,
    chain: [...question.chain],
    waiting: question.waiting,
    ...(question.can === undefined ? {} : { can: [...question.can] }),
    ...(question.instead === undefined ? {} : { instead: question.instead }),
  };
}
