/** What a person's answers hold for in this session. Those of an hour are everybody's: they are listed by whoever looks into the folder. */
import type { Grant } from "../approval/grants.ts";
import type { Grant as ShownGrant } from "../protocol/question-messages.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import type { SessionState } from "./session-state.ts";

export function listGrants(state: SessionState): ControlAnswer {
  return { ok: true, grants: state.approvals.grants.list().map((grant) => showGrant(grant, state)) };
}

/** Recorded first: what is taken back must not count for longer than the record says. */
export async function revokeGrant(id: string, state: SessionState): Promise<ControlAnswer> {
  const { grants } = state.approvals;
  const held = grants.list().find((grant) => grant.id === id);
  if (held === undefined) return id.startsWith("approved-") ? revokeSaved(id, state) : revokeTimed(id, state);
  const problem = await recordControl(state, "revoked", { line: held.line, says: held.says }, id);
  if (problem !== undefined) return problem;
  return grants.revoke(id) === undefined ? NO_GRANT : { ok: true, line: held.line };
}

/** A rule that an answer saved, in the file that has it. */
async function revokeSaved(id: string, state: SessionState): Promise<ControlAnswer> {
  const { removeRules } = await import("../policy/save-rule.ts");
  const problem = await recordControl(state, "revoked", { rule: id });
  if (problem !== undefined) return problem;
  const input = await state.policy.loadInput();
  for (const layer of ["user", "project"] as const) {
    const outcome = await removeRules({ layer, input }, id);
    if (outcome.kind === "not-found") continue;
    if (outcome.kind !== "removed")
      return { ok: false, code: "FAILED", message: notRemoved(outcome.file, id) };
    await state.policy.lookAgain();
    return { ok: true, line: `${outcome.ids.join(", ")} in ${outcome.file}` };
  }
  return NO_GRANT;
}

function notRemoved(file: string, id: string): string {
  return `${file} could not be changed; guard grants revoke ${id} says why`;
}

async function revokeTimed(id: string, state: SessionState): Promise<ControlAnswer> {
  const held = (await state.timedGrants.list()).grants.find((grant) => grant.id === id);
  if (held === undefined) return NO_GRANT;
  const problem = await recordControl(state, "revoked", { line: held.line, says: "allow" }, id);
  if (problem !== undefined) return problem;
  const revoked = await state.timedGrants.revoke(id);
  switch (revoked.kind) {
    case "revoked":
      return { ok: true, line: held.line };
    case "not-found":
      return NO_GRANT;
    case "failed":
      return { ok: false, code: "FAILED", message: revoked.reason };
  }
}

const NO_GRANT: ControlAnswer = {
  ok: false,
  code: "NOT_FOUND",
  message: "no such answer is remembered: taken back, over, or never given",
};

function showGrant(grant: Grant, { session }: SessionState): ShownGrant {
  const { id, line, cwd, says, grantedAtMs, ends, reason } = grant;
  return {
    ...{ id, session, line, cwd, says, grantedAtMs },
    ...(ends === "with the session" ? {} : { endsAtMs: ends.atMs }),
    ...(reason === undefined ? {} : { reason }),
  };
}
