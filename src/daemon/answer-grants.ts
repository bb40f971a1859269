/** What a person's answers hold for in this session. Those of an hour are everybody's: they are listed by whoever looks into the folder. */
import type { Grant } from "../approval/grants.ts";
import type { SavedLayer } from "../policy/check-draft.ts";
import type { LoadInput } from "../policy/load-layer.ts";
import type { Grant as ShownGrant } from "../protocol/question-messages.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import type { SessionState } from "./session-state.ts";

export function listGrants(state: SessionState): ControlAnswer {
  return { ok: true, grants: state.approvals.grants.list().map((grant) => showGrant(grant, state)) };
}

/** Recorded first: what is taken back must not count for longer than the record says. */
export async function revokeGrant(id: string, state: SessionState, person: string): Promise<ControlAnswer> {
  const { grants } = state.approvals;
  const held = grants.list().find((grant) => grant.id === id);
  if (held === undefined)
    return id.startsWith("approved-") ? revokeSaved(id, state, person) : revokeTimed(id, state, person);
  const problem = await recordControl(state, "revoked", { line: held.line, says: held.says, person }, id);
  if (problem !== undefined) return problem;
  return grants.revoke(id) === undefined ? NO_GRANT : { ok: true, line: held.line };
}

/** A rule that an answer saved, out of every file that has it: in one of them it would count on. */
async function revokeSaved(id: string, state: SessionState, person: string): Promise<ControlAnswer> {
  const { removeRules } = await import("../policy/save-rule.ts");
  const input = await state.policy.loadInput();
  const { layers, matches } = await layersWith(id, input);
  if (layers.length === 0) return NO_GRANT;
  const problem = await recordControl(state, "revoked", { rule: id, ...matches, person });
  if (problem !== undefined) return problem;
  const gone: string[] = [];
  const stays: string[] = [];
  for (const layer of layers) {
    const outcome = await removeRules({ layer, input }, id);
    if (outcome.kind === "removed") gone.push(`${outcome.ids.join(", ")} in ${outcome.file}`);
    else if (outcome.kind !== "not-found") stays.push(notRemoved(outcome.file, id));
  }
  await state.policy.lookAgain();
  if (stays.length > 0) return { ok: false, code: "FAILED", message: stays.join("; ") };
  return gone.length === 0 ? NO_GRANT : { ok: true, line: gone.join("; ") };
}

/** Where no file has it, one that is not accepted may: taking it out there says what is wrong. */
async function layersWith(id: string, input: LoadInput): Promise<RuleHolders> {
  const [{ listRules }, { isMeant }] = await Promise.all([
    import("../policy/save-rule.ts"),
    import("../policy/approved-rules.ts"),
  ]);
  const texts = new Set<string>();
  const found: SavedLayer[] = [];
  const broken: SavedLayer[] = [];
  for (const layer of ["user", "project"] as const) {
    const listed = await listRules({ layer, input });
    const meant = listed.kind === "broken" ? [] : listed.rules.filter((rule) => isMeant(rule, id));
    if (listed.kind === "broken") broken.push(layer);
    else if (meant.length > 0) found.push(layer);
    for (const { match } of meant) texts.add(JSON.stringify(match));
  }
  return {
    layers: found.length > 0 ? found : broken,
    matches: texts.size === 0 ? {} : { matches: [...texts] },
  };
}

interface RuleHolders {
  readonly layers: readonly SavedLayer[];
  /** What the rules say, for the record: guard suggest must know what was taken back. */
  readonly matches: { readonly matches?: readonly string[] };
}

function notRemoved(file: string, id: string): string {
  return `${file} could not be changed; guard grants revoke ${id} says why`;
}

async function revokeTimed(id: string, state: SessionState, person: string): Promise<ControlAnswer> {
  const held = (await state.timedGrants.list()).grants.find((grant) => grant.id === id);
  if (held === undefined) return NO_GRANT;
  const problem = await recordControl(state, "revoked", { line: held.line, says: "allow", person }, id);
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
