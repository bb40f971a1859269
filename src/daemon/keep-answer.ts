/**
 * An answer that shall hold for longer than the session: an hour in the state folder, for ever in a policy file. Until it is
 * kept there it holds for the session, and where it cannot be kept it stays so, and the person is told.
 */

import type { PendingQuestion } from "../approval/question.ts";
import type { WholeText } from "../card/approved-texts.ts";
import type { Ladder, SaveLayer } from "../protocol/card-messages.ts";
import type { OpenCheck } from "./open-check.ts";
import { readOwn } from "./own-folders.ts";
import type { Resolve } from "./resolve-question.ts";
import type { SessionState } from "./session-state.ts";
import { addNotice } from "./session-state.ts";

export interface Kept {
  readonly note?: string;
  /** By this name it can be taken back. */
  readonly grant?: string;
}

/** What `always` shall save: found before the answer is given, saved after it. */
export type RuleToSave =
  | { readonly kind: "rule"; readonly layer: SaveLayer; readonly matches: Parameters<SaveRule>[0]["matches"] }
  | { readonly kind: "none"; readonly because: string }
  /** There are rules, but none that a person who did not name one can have meant. */
  | { readonly kind: "unchosen"; readonly because: string };
type SaveRule = typeof import("./save-answer.ts")["saveAnswer"];

/** `save` left out: what the ladder suggests, in the user's own file. */
export async function findRule(
  { check: id, save }: Pick<Resolve, "check" | "save">,
  { askedAtMs, rememberable }: PendingQuestion,
  state: SessionState,
): Promise<RuleToSave> {
  const check = state.asked.get(id);
  if (check === undefined || rememberable !== "yes")
    return { kind: "none", because: "no rule answers this question" };
  const { findRung, ladderInputOf, makeLadder } = await import("./make-ladder.ts");
  const { policy, takeTurn } = state;
  const input = ladderInputOf(check);
  let chosen = save;
  if (chosen === undefined) {
    const history = await state.history.before(id);
    const ladder = await makeLadder(input, { policy, takeTurn, history, now: new Date(askedAtMs) });
    if (ladder.kind === "none") return ladder;
    if (ladder.suggested === undefined) return unchosen(ladder);
    chosen = { rung: ladder.suggested, layer: "user" };
  }
  const found = await findRung(input, chosen, { policy, takeTurn });
  return found.kind === "none" ? found : { kind: "rule", layer: chosen.layer, matches: found.matches };
}

function unchosen({ rungs, noExact }: Extract<Ladder, { kind: "ladder" }>): RuleToSave {
  const there = rungs.map(({ kind, description }) => `${kind} (${description})`).join(", ");
  const instead = `answer once or session, or choose a rule by --rule: ${there}`;
  return { kind: "unchosen", because: `nothing was saved or allowed: ${noExact ?? ""}; ${instead}` };
}

export async function keepForAlways(
  rule: Exclude<RuleToSave, { kind: "unchosen" }>,
  { id, askedAtMs }: PendingQuestion,
  state: SessionState,
): Promise<Kept> {
  const rest = "allowed until the session ends";
  if (rule.kind === "none") return { note: `${rule.because}; ${rest}`, grant: id };
  const { saveAnswer } = await import("./save-answer.ts");
  const saved = await saveAnswer(rule, { policy: state.policy, now: new Date(askedAtMs) });
  if (saved.kind === "not-saved") return { note: `it could not be saved: ${saved.why}; ${rest}`, grant: id };
  // The rule says it now: who takes that back shall not find another answer behind it.
  state.approvals.grants.revoke(id);
  if (saved.kind === "already") return { note: saved.note };
  const [group = id] = saved.ids[0]?.split(".") ?? [];
  return { note: saved.note, grant: group };
}

export async function keepForAnHour({ id }: PendingQuestion, state: SessionState): Promise<Kept> {
  const { grants } = state.approvals;
  const held = grants.list().find((grant) => grant.id === id && grant.says === "allow");
  if (held === undefined || held.ends === "with the session") return {};
  const { key, cwd, answers, grantedAtMs, ends, reason } = held;
  // The key is what counts; the line is for people, and on the disk.
  const { createRedactor } = await import("../redact/redactor.ts");
  const line = createRedactor(state.policy.last.layers.settings.redact).text(held.line, "all");
  const saved = await state.timedGrants.save({
    ...{ id, key, line, cwd, answers, grantedAtMs, endsAtMs: ends.atMs },
    ...(reason === undefined ? {} : { reason }),
  });
  if (saved.kind === "failed")
    return { note: `other sessions will not know of it: ${saved.reason}`, grant: id };
  // In one place only: another session may take it back there.
  grants.revoke(id);
  return { grant: id };
}

/** A grant of an hour, of this session or of another. */
export async function findTimed(key: string, ruling: "ask" | "confirm", state: SessionState) {
  const found = await readOwn(() => state.timedGrants.find(key, ruling), state.ownFolders);
  if ("kind" in found) {
    addNotice(state, found.problem);
    return undefined;
  }
  for (const problem of found.problems) addNotice(state, problem);
  return found.grant;
}

/** What would run now, by its text: noted if it is allowed, so that the next card can show what changed. A help only: never rejects. */
export async function readAllowed({ result, input, from }: OpenCheck): Promise<readonly WholeText[]> {
  try {
    const { textsToNote } = await import("../card/make-card.ts");
    return await textsToNote({ result, what: input.what, cwd: from.cwd }, { nowMs: Date.now });
  } catch {
    return [];
  }
}
