/** The agent's socket: checks and notes come in, verdicts go out. Nothing here can approve, or change what counts. */

import { type Connection, type ConnectionHandler, listenForFrames } from "../ipc/listen.ts";
import { findProcess } from "../ipc/process-stamp.ts";
import {
  type AgentCheck,
  type AgentNote,
  encodeNoted,
  encodeVerdict,
  parseAgentRequest,
  type Verdict,
} from "../protocol/agent-messages.ts";
import { AGENT_LIMIT_BYTES } from "../protocol/frame.ts";
import { createAskers } from "./askers.ts";
import { judge, nameForDeny } from "./judge.ts";
import { isInteractiveShell } from "./root.ts";
import type { SessionState } from "./session-state.ts";
import { toVerdict } from "./to-verdict.ts";

/** One connection per waiting shell; more than this cannot wait at once, and are told nothing: a deny. */
const MAX_CONNECTIONS = 8_192;

/** Our own askers send one check each; one that sends on and on waits. */
const MOST_UNANSWERED = 256;

/** Each is recorded. Who still has not said anything of sense by then will not. */
const MOST_BROKEN = 16;

export function startAgentServer(path: string, state: SessionState) {
  return listenForFrames({
    path,
    limitBytes: AGENT_LIMIT_BYTES,
    maxConnections: MAX_CONNECTIONS,
    accept: (connection) => serveAskers(connection, state),
  });
}

function serveAskers(connection: Connection, state: SessionState): ConnectionHandler {
  let unanswered = 0;
  let broken = 0;
  const askers = createAskers();

  function takeCheck(check: AgentCheck): void {
    if (++unanswered === MOST_UNANSWERED) connection.pause();
    const { asker, leave } = askers.enter();
    void judge(check, asker, state).then((verdict) => {
      leave();
      if (unanswered-- === MOST_UNANSWERED) connection.resume();
      if (verdict !== "withdrawn") connection.send(encodeVerdict(check.id, verdict));
    });
  }

  function takeBroken(id: string, problem: string): void {
    const isLast = ++broken === MOST_BROKEN;
    const reason = isLast ? `${problem}; after ${MOST_BROKEN} of these the connection is closed` : problem;
    void refuse(reason, state).then((verdict) => {
      connection.send(encodeVerdict(id, verdict));
      if (isLast) connection.end();
    });
  }

  return {
    onFrame(payload) {
      if (broken === MOST_BROKEN) return;
      const outcome = parseAgentRequest(payload);
      if (outcome.kind === "broken") return takeBroken(outcome.id, outcome.reason);
      const { request } = outcome;
      if (request.op === "check") return takeCheck(request);
      takeNote(request, state);
      connection.send(encodeNoted(request.id));
    },
    async onBroken(reason) {
      connection.send(encodeVerdict("0", await refuse(reason, state)));
    },
    onClose: askers.hangUp,
  };
}

/** Only the interactive shell that the user started may run its start-up files unasked: anybody can send a note. */
function takeNote({ op, pid: rawPid }: AgentNote, { shells, leases, agentPid, root }: SessionState): void {
  const shell = findProcess(Number(rawPid));
  if (shell === undefined) return;
  leases.bar(shell);
  switch (op) {
    case "start":
      if (shell.pid === agentPid && isInteractiveShell(root)) shells.noteStart(shell);
      break;
    case "prompt":
      leases.endAtPrompt(shell.pid);
      shells.note(shell, "prompt");
      break;
  }
}

/** What cannot be read is denied, and its record comes first, as for any verdict. */
async function refuse(reason: string, state: SessionState): Promise<Verdict> {
  const id = nameForDeny(state);
  state.denied++;
  await state.recorder.append({
    event: "notice",
    timestamp: new Date().toISOString(),
    session: state.session,
    request_id: id,
    details: { verdict: "deny", reason, rule: "guard.bad-message" },
  });
  return toVerdict(id, { verdict: "deny", by: "error", reason, rule: "guard.bad-message" });
}
