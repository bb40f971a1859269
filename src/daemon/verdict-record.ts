/** A decided check as it is written down. */
import type { VerdictRecord } from "../audit/record.ts";
import type { PreparedCheck } from "./check-input.ts";
import type { Decided } from "./decide-check.ts";
import type { OpenCheck } from "./open-check.ts";
import type { SessionState } from "./session-state.ts";
import { shownChain } from "./shown-chain.ts";

export function recordOf(
  check: OpenCheck,
  decided: Decided,
  startedMs: number,
  state: SessionState,
): VerdictRecord {
  const { id, from, input, result, mode } = check;
  const command = commandOf(input);
  const chain = decided.verdict === "deny" ? check.chain : check.seenChain();
  return {
    request_id: id,
    timestamp: new Date().toISOString(),
    session: state.session,
    tool_name: from.kind === "argv" ? (command[0] ?? "") : "shell",
    kind: from.kind,
    layer: from.layer,
    command: from.kind === "argv" ? command : result.line,
    cwd: from.cwd,
    ...(from.shell === undefined ? {} : { shell: from.shell }),
    pid: from.pid,
    ...(chain === undefined || chain.length === 0 ? {} : { chain: shownChain(chain, state) }),
    mode,
    ruling: result.ruling,
    verdict: decided.verdict,
    approved: decided.verdict === "allow",
    reason: decided.reason,
    rule: decided.rule,
    decided_by: decided.by,
    timeout: decided.by === "timeout",
    latency_ms: Math.round((performance.now() - startedMs) * 100) / 100,
    risk: result.risk,
  };
}

function commandOf({ what }: PreparedCheck["input"]): readonly string[] {
  return what.kind === "argv" ? what.argv : [];
}
