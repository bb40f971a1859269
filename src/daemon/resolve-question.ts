/** A person's answer to one question. */
import { isDenial } from "../approval/question.ts";
import type { Verdict } from "../protocol/agent-messages.ts";
import type { ControlRequest } from "../protocol/control-messages.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import type { SessionState } from "./session-state.ts";

export type Resolve = Omit<Extract<ControlRequest, { op: "resolve" }>, "v" | "id" | "op">;

/** Recorded before anybody goes on: an answer that cannot be written down is not given. */
export async function resolveQuestion(
  { check, decision, reason, confirm }: Resolve,
  state: SessionState,
): Promise<ControlAnswer> {
  const pending = state.approvals.find(check);
  if (pending === undefined) return notFound(check);
  if (pending.ruling === "confirm" && !isDenial(decision) && confirm !== true) return NEEDS_CONFIRM;
  const problem = await recordControl(state, "answered", { decision, ...(reason ? { reason } : {}) }, check);
  if (problem !== undefined) return problem;
  const told = state.waiting.has(check) ? state.told.next(check) : undefined;
  const outcome = state.approvals.resolve(check, {
    kind: decision,
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === true ? { confirm: "typed" as const } : {}),
  });
  switch (outcome.kind) {
    case "resolved":
      return isDenial(decision) ? done(outcome.note) : whatCameOfIt(await told, outcome.note);
    case "not-found":
      return notFound(check);
    case "needs-confirm":
      return NEEDS_CONFIRM;
  }
}

/** Between the answer and the verdict, mode or files may have changed. */
function whatCameOfIt(verdict: Verdict | "withdrawn" | undefined, note?: string): ControlAnswer {
  if (typeof verdict !== "object" || verdict.kind === "allow") return done(note);
  return { ok: false, code: "FAILED", message: `it was denied all the same: ${verdict.reason}` };
}

function done(note?: string): ControlAnswer {
  return { ok: true, ...(note === undefined ? {} : { note }) };
}

const NEEDS_CONFIRM: ControlAnswer = {
  ok: false,
  code: "NEEDS_CONFIRM",
  message: "this can change systems beyond this machine; say --confirm if you mean it",
};

function notFound(check: string): ControlAnswer {
  return { ok: false, code: "NOT_FOUND", message: `no question ${check} waits for an answer` };
}
