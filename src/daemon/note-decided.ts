/** What was decided, for whoever watches. What is plainly allowed would only bury the rest. */
import { cutText } from "./cut-text.ts";
import type { Decided } from "./decided.ts";
import { shownLineOf } from "./inner-line.ts";
import type { OpenCheck } from "./open-check.ts";
import type { SessionState } from "./session-state.ts";

/** A stream of one row each; the record has the whole. */
const MAX_LINE = 300;
const MAX_REASON = 300;

/** Quiet shells deny prompt commands by the dozen; nobody was asked and nobody need look. */
const QUIET: ReadonlySet<Decided["by"]> = new Set(["rule", "mode", "lease", "startup", "root"]);

export function noteDecided(check: OpenCheck, decided: Decided, { approvers }: SessionState): void {
  approvers.statusChanged();
  if (decided.verdict === "allow" ? QUIET.has(decided.by) : decided.by === "startup") return;
  approvers.decided({
    check: check.id,
    atMs: Date.now(),
    verdict: decided.verdict,
    by: decided.by,
    line: cutText(shownLineOf(check), MAX_LINE),
    reason: cutText(decided.reason, MAX_REASON),
  });
}
