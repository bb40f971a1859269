/** One request of a person's client, answered. Each change is recorded before it is confirmed. */
import type { PendingQuestion } from "../approval/question.ts";
import type { EventRecord } from "../audit/record.ts";
import type { ControlRequest, Pending, Status } from "../protocol/control-messages.ts";
import type { ControlAnswer } from "./control-talk.ts";
import { addNotice, type SessionState } from "./session-state.ts";

export async function answerControl(request: ControlRequest, state: SessionState): Promise<ControlAnswer> {
  switch (request.op) {
    case "status":
      // A look at the policy files: what is wrong with them is part of the answer.
      await state.policy.current().catch((error: unknown) => addNotice(state, String(error)));
      return { ok: true, status: statusOf(state) };
    case "pending":
      return { ok: true, pending: state.approvals.pending().map(toPending) };
    case "resolve":
      return resolve(request, state);
    case "mode":
      return request.mode === undefined ? { ok: true, mode: state.mode } : switchMode(request.mode, state);
  }
}

/** Recorded before anybody goes on: an answer that cannot be written down is not given. */
async function resolve(
  { check, decision, reason, confirm }: Extract<ControlRequest, { op: "resolve" }>,
  state: SessionState,
): Promise<ControlAnswer> {
  const pending = state.approvals.pending().find(({ id }) => id === check);
  if (pending === undefined) return notFound(check);
  if (pending.ruling === "confirm" && decision !== "deny" && confirm !== true) return NEEDS_CONFIRM;
  const problem = await record(state, "answered", { decision, ...(reason ? { reason } : {}) }, check);
  if (problem !== undefined) return problem;
  const outcome = state.approvals.resolve(check, {
    kind: decision,
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === true ? { confirm: "typed" as const } : {}),
  });
  switch (outcome.kind) {
    case "resolved":
      return { ok: true, ...(outcome.note === undefined ? {} : { note: outcome.note }) };
    case "not-found":
      return notFound(check);
    case "needs-confirm":
      return NEEDS_CONFIRM;
  }
}

const NEEDS_CONFIRM: ControlAnswer = {
  ok: false,
  code: "NEEDS_CONFIRM",
  message: "this can change systems beyond this machine; say --confirm if you mean it",
};

function notFound(check: string): ControlAnswer {
  return { ok: false, code: "NOT_FOUND", message: `no question ${check} waits for an answer` };
}

async function switchMode(mode: SessionState["mode"], state: SessionState): Promise<ControlAnswer> {
  const from = state.mode;
  const problem = await record(state, "mode", { from, to: mode });
  if (problem !== undefined) return problem;
  state.mode = mode;
  return { ok: true, mode };
}

async function record(
  state: SessionState,
  event: EventRecord["event"],
  details: NonNullable<EventRecord["details"]>,
  check?: string,
): Promise<ControlAnswer | undefined> {
  const recorded = await state.recorder.append({
    event,
    timestamp: new Date().toISOString(),
    session: state.session,
    ...(check === undefined ? {} : { request_id: check }),
    details,
  });
  if (recorded === "recorded") return undefined;
  return { ok: false, code: "FAILED", message: `it could not be recorded: ${recorded.reason}` };
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
    waiting: question.waiting,
    ...(question.can === undefined ? {} : { can: [...question.can] }),
    ...(question.instead === undefined ? {} : { instead: question.instead }),
  };
}
