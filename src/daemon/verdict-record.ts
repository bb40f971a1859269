/** A decided check as it is written down. */
import { basename } from "node:path";
import type { VerdictRecord } from "../audit/record.ts";
import { sha256 } from "../core/sha256.ts";
import type { CheckResult } from "../decide/result.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import type { PreparedCheck } from "./check-input.ts";
import type { Decided } from "./decided.ts";
import type { OpenCheck } from "./open-check.ts";
import type { SessionState } from "./session-state.ts";
import { shownChain } from "./shown-chain.ts";
import { toldEffects } from "./told-effects.ts";
import { toldPrograms } from "./told-programs.ts";
import { toldRulings } from "./told-rulings.ts";

export function recordOf(
  check: OpenCheck,
  decided: Decided,
  startedMs: number,
  state: SessionState,
): VerdictRecord {
  const { id, from, input, result, mode } = check;
  const command = commandOf(input);
  const inner =
    result.wrapper && from.kind === "argv" ? [command[0] ?? "", "-c", result.wrapper.line] : undefined;
  const chain = decided.verdict === "deny" ? check.chain : check.seenChain();
  return {
    request_id: id,
    session: state.session,
    agent: state.agent,
    project: state.project,
    tool_name: from.kind === "argv" ? (command[0] ?? "") : "shell",
    kind: from.kind,
    layer: from.layer,
    command: from.kind === "argv" ? (inner ?? command) : result.line,
    ...(inner === undefined
      ? {}
      : { wrapper: result.wrapper?.agent ?? "", wrapped_sha256: wholeOf(command) }),
    cwd: from.cwd,
    ...(from.shell === undefined ? {} : { shell: from.shell }),
    pid: from.pid,
    ...(chain === undefined || chain.length === 0 ? {} : { chain: shownChain(chain, state, from.started) }),
    mode,
    ruling: result.ruling,
    verdict: decided.verdict,
    approved: decided.verdict === "allow",
    reason: decided.reason,
    rule: decided.rule,
    decided_by: decided.by,
    timeout: decided.by === "timeout",
    ...answerOf(decided),
    latency_ms: Math.round((performance.now() - startedMs) * 100) / 100,
    risk: result.risk,
    ...whyOf(result, decided),
  };
}

/** Only where somebody was asked. */
function answerOf({ person, askedMs }: Decided): Pick<VerdictRecord, "person" | "asked_ms"> {
  return {
    ...(person === undefined ? {} : { person }),
    ...(askedMs === undefined ? {} : { asked_ms: Math.round(askedMs) }),
  };
}

/** What says nothing is left out: most records are of plain commands. */
function whyOf(
  result: CheckResult,
  decided: Decided,
): Pick<VerdictRecord, "effects" | "programs" | "rulings"> {
  const effects = toldEffects(result);
  const programs = toldPrograms(result);
  const rulings = toldRulings(result, decided);
  return {
    ...(effects.length === 0 ? {} : { effects }),
    ...(programs.length === 0 ? {} : { programs }),
    ...(rulings === undefined ? {} : { rulings }),
  };
}

export const ROOT: Decided = {
  verdict: "allow",
  by: "root",
  reason: "the user started it with guard run",
  rule: "guard.root",
};

/** A start of the agent itself, which no engine has looked at. */
export function agentRecord(
  { pid, cwd, path, arg }: GateExec,
  check: string,
  { session, agent, project, mode }: SessionState,
): VerdictRecord {
  return {
    request_id: check,
    session,
    agent,
    project,
    tool_name: basename(path),
    kind: "argv",
    layer: "gate",
    command: arg,
    cwd,
    pid: Number(pid),
    mode,
    ruling: "allow",
    verdict: ROOT.verdict,
    approved: true,
    reason: ROOT.reason,
    rule: ROOT.rule,
    decided_by: ROOT.by,
    timeout: false,
    latency_ms: 0,
    risk: "safe",
  };
}

/** An agent's own text around a line is the same again and again, and long. */
function wholeOf(command: readonly string[]): string {
  return sha256(command.join("\0"));
}

function commandOf({ what }: PreparedCheck["input"]): readonly string[] {
  return what.kind === "argv" ? what.argv : [];
}
