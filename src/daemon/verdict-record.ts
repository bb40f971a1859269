/** A decided check as it is written down. */
import type { VerdictRecord } from "../audit/record.ts";
import type { PreparedCheck } from "./check-input.ts";
import type { Decided, OpenCheck } from "./decide-check.ts";
import type { SessionState } from "./session-state.ts";

export function recordOf(
  { id, from, input, result, mode }: OpenCheck,
  decided: Decided,
  startedMs: number,
  state: SessionState,
): VerdictRecord {
  const command = commandOf(input);
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
