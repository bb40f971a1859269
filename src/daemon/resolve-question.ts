/** A person's answer to one question. */
import { isDenial, type PendingQuestion } from "../approval/question.ts";
import type { ControlRequest } from "../protocol/control-messages.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import {
  findRule,
  type Kept,
  keepForAlways,
  keepForAnHour,
  type RuleToSave,
  readAllowed,
} from "./keep-answer.ts";
import type { SessionState } from "./session-state.ts";

export type Resolve = Omit<Extract<ControlRequest, { op: "resolve" }>, "v" | "id" | "op">;

/** Recorded before anybody goes on: an answer that cannot be written down is not given. */
export async function resolveQuestion(
  request: Resolve,
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  const { check, decision, reason, confirm } = request;
  const pending = state.approvals.find(check);
  if (pending === undefined || state.answering.has(check)) return notFound(check);
  if (pending.ruling === "confirm" && !isDenial(decision) && confirm !== true) return NEEDS_CONFIRM;
  state.answering.add(check);
  try {
    const rule = decision === "always" ? await findRule(request, pending, state) : NO_RULE;
    if (rule.kind === "unchosen") return { ok: false, code: "BAD_REQUEST", message: rule.because };
    // Who chose a rule by name shall not get another answer instead.
    if (rule.kind === "none" && request.save !== undefined && pending.rememberable === "yes")
      return { ok: false, code: "BAD_REQUEST", message: rule.because };
    // Its time may have ended meanwhile.
    if (state.approvals.find(check) === undefined) return notFound(check);
    const said = { decision, ...(reason ? { reason } : {}), person };
    return (
      (await recordControl(state, "answered", said, check)) ?? (await give(request, rule, state, person))
    );
  } finally {
    state.answering.delete(check);
  }
}

async function give(
  { check, decision, reason, confirm }: Resolve,
  rule: ChosenRule,
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  const open = state.asked.get(check);
  // Begun before anybody goes on, who might change them.
  const texts = open === undefined || isDenial(decision) ? undefined : readAllowed(open);
  const told = state.waiting.has(check) ? state.told.next(check) : undefined;
  const outcome = state.approvals.resolve(check, {
    kind: decision,
    person,
    ...(reason === undefined ? {} : { reason }),
    ...(confirm === true ? { confirm: "typed" as const } : {}),
  });
  if (outcome.kind === "not-found") return notFound(check);
  if (outcome.kind === "needs-confirm") return NEEDS_CONFIRM;
  const { question, scope, note } = outcome;
  noteAnswer(check, scope === "deny" ? "deny" : "allow", state);
  if (scope === "deny") return done(decision === "deny-session" ? { grant: check } : {});
  const verdict = await told;
  // Mode or files may have changed meanwhile: then nothing of it is remembered, least of all in a file.
  if (typeof verdict === "object" && verdict.kind === "deny") {
    state.approvals.grants.revoke(check);
    return { ok: false, code: "FAILED", message: `it was denied all the same: ${verdict.reason}` };
  }
  if (texts !== undefined) state.approvedTexts.note(await texts, Date.now());
  const kept = await keep(decision, scope, rule, question, state);
  return done(note === undefined ? kept : { ...kept, note });
}

type ChosenRule = Exclude<RuleToSave, { kind: "unchosen" }>;
const NO_RULE: ChosenRule = { kind: "none", because: "no rule was asked for" };

function noteAnswer(check: string, said: "allow" | "deny", state: SessionState): void {
  state.suggestions.note(said);
  state.history.answered(check, said === "allow" ? "allowed" : "denied");
  state.approvers.statusChanged();
}

async function keep(
  decision: Resolve["decision"],
  scope: "once" | "session" | "timed",
  rule: ChosenRule,
  question: PendingQuestion,
  state: SessionState,
): Promise<Kept> {
  if (scope === "once") return {};
  if (decision === "always" && question.rememberable === "yes") return keepForAlways(rule, question, state);
  return scope === "timed" ? keepForAnHour(question, state) : { grant: question.id };
}

function done({ note, grant }: Kept): ControlAnswer {
  return {
    ok: true,
    ...(note === undefined ? {} : { note }),
    ...(grant === undefined ? {} : { grant }),
  };
}

const NEEDS_CONFIRM: ControlAnswer = {
  ok: false,
  code: "NEEDS_CONFIRM",
  message: "this can change systems beyond this machine; say --confirm if you mean it",
};

function notFound(check: string): ControlAnswer {
  return { ok: false, code: "NOT_FOUND", message: `no question ${check} waits for an answer` };
}
