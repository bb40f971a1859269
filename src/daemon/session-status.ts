/** How a session is, for people's clients. */
import { shortHead } from "../audit/chain.ts";
import type { Status } from "../protocol/status-message.ts";
import { cutText } from "./cut-text.ts";
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
    ...recordOf(state),
    consoles: state.approvers.consoles(),
    ...suggestionOf(state),
    loops: state.loops
      .list()
      .slice(-MOST_LOOPS)
      .map((loop) => ({ ...loop, spellings: loop.spellings.map((text) => cutText(text, MAX_SPELLING)) })),
    notices: [...state.notices],
  };
}

/** One message must hold all of this beside the questions: the lines are the agent's, and bytes of theirs may become six. */
const MOST_LOOPS = 5;
const MAX_SPELLING = 200;

function recordOf({ recorder }: SessionState): Pick<Status, "record"> {
  const head = recorder.head();
  return head === undefined ? {} : { record: shortHead(head) };
}

function suggestionOf({ suggestions, mode, policy }: SessionState): Pick<Status, "suggestion"> {
  const open = suggestions.current({ mode, cap: policy.last.layers.settings.maxMode });
  return open === undefined ? {} : { suggestion: { ...open, modes: [...open.modes] } };
}
