/** What was decided, as it is told: reasons come from policies and commands, and end on somebody's screen. */
import { makeVisible } from "../core/visible.ts";
import type { Verdict } from "../protocol/agent-messages.ts";
import type { Decided } from "./decided.ts";

const MAX_REASON = 400;

export function toVerdict(check: string, { reason, rule, instead }: Decided): Verdict {
  return {
    kind: "deny",
    check,
    reason: cut(makeVisible(reason)),
    rule: cut(makeVisible(rule)),
    ...(instead === undefined ? {} : { instead: cut(makeVisible(instead)) }),
  };
}

/** The whole reasons are in the record; this line is for a screen. */
function cut(text: string): string {
  return text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;
}

export function unrecorded(check: string, reason: string): Verdict {
  return failed(check, `it could not be recorded: ${reason}`);
}

export function failed(check: string, reason: string): Verdict {
  return toVerdict(check, { verdict: "deny", by: "error", reason, rule: "guard.failure" });
}
