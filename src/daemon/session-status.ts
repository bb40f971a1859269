/** How a session is, for people's clients. */
import type { Status } from "../protocol/status-message.ts";
import type { SessionState } from "./session-state.ts";

export function statusOf(state: SessionState): Status {
  return {
    session: state.session,
    agent: [...state.root.argv],
    cwd: state.cwd,
    project: state.project,
    mode: state.mode,
    tier: state.tier,
    console: state.console,
    startedAtMs: state.startedAtMs,
    ...(state.agentPid === undefined ? {} : { agentPid: state.agentPid }),
    pending: state.approvals.pending().length,
    checks: state.checks,
    denied: state.denied,
    consoles: state.approvers.consoles(),
    loops: [],
    notices: [...state.notices],
  };
}
