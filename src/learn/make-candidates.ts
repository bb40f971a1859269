/** Rules worth trying: for each question that people answered with yes those that the card would offer, without what may not be suggested. */
import { createLadder } from "../approval/ladder/ladder.ts";
import type { RungDraft, RungMatch } from "../approval/ladder/rung.ts";
import { withoutSecrets } from "../approval/ladder/without-secrets.ts";
import type { CheckResult } from "../decide/result.ts";
import { createRedactor, type Redactor } from "../redact/redactor.ts";
import { type Candidate, makeCandidate } from "./candidate.ts";
import type { Open, OpenFor } from "./engines.ts";
import { codeLeftOpen } from "./leaves-open.ts";
import { leavesTargetsOpen } from "./open-targets.ts";
import type { Seen } from "./seen.ts";
import { checkWith, type JudgedSeen, openOf } from "./try-rules.ts";

/** Each rule once, whichever questions led to it. */
export async function makeCandidates(sources: readonly JudgedSeen[], openFor: OpenFor): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  const redactors = new Map<Open, Redactor>();
  for (const { seen, result } of sources) {
    const open = await openOf(seen, openFor);
    if (open === undefined || result === undefined) continue;
    const redactor = redactors.get(open) ?? createRedactor(open.layers.settings.redact);
    redactors.set(open, redactor);
    for (const rung of await suggestable(seen, result, open, redactor)) {
      const key = JSON.stringify(rung.matches);
      if (!candidates.has(key)) candidates.set(key, makeCandidate(rung, codeLeftOpen(result)));
    }
  }
  return [...candidates.values()];
}

/** Without what holds a secret or could write anywhere. */
async function suggestable(
  seen: Seen,
  result: CheckResult,
  open: Open,
  redactor: Redactor,
): Promise<readonly RungDraft[]> {
  const check = async (matches: readonly RungMatch[], asked: Seen) => checkWith(open, matches, asked, "user");
  const ladder = await createLadder(result, seen, [], { check, know: open.know });
  if (ladder.kind === "none") return [];
  const { what } = seen;
  const command = what.kind === "line" ? what.line : what.argv;
  const { kept, secret } = withoutSecrets(ladder.rungs, command, redactor);
  // Whoever said yes to words with a secret in them has not asked for a wider rule instead.
  if (secret.length > 0) return [];
  return kept.filter(({ kind }) => !leavesTargetsOpen(kind, result, open.know));
}
