/** What was decided, for whoever watches. What is plainly allowed would only bury the rest. */
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
    line: cut(shownLineOf(check), MAX_LINE),
    reason: cut(decided.reason, MAX_REASON),
  });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
