/** The agent's socket: checks and notes come in, verdicts go out. Nothing here can approve, or change what counts. */

import { listenForFrames } from "../ipc/listen.ts";
import { findProcess } from "../ipc/process-stamp.ts";
import {
  type AgentNote,
  encodeNoted,
  encodeVerdict,
  parseAgentRequest,
  type Verdict,
} from "../protocol/agent-messages.ts";
import { AGENT_LIMIT_BYTES } from "../protocol/frame.ts";
import { type Asker, judge, toVerdict } from "./judge.ts";
import { isInteractiveShell } from "./root.ts";
import type { SessionState } from "./session-state.ts";

/** One connection per waiting shell; more than this cannot wait at once, and are told nothing: a deny. */
const MAX_CONNECTIONS = 8_192;

/** Our own askers send one check each; one that sends on and on waits. */
const MOST_UNANSWERED = 256;

export function startAgentServer(path: string, state: SessionState) {
  return listenForFrames({
    path,
    limitBytes: AGENT_LIMIT_BYTES,
    maxConnections: MAX_CONNECTIONS,
    accept(connection) {
      let unanswered = 0;
      const gone = new Set<() => void>();
      const asker: Asker = { onGone: (call) => gone.add(call) };
      return {
        onFrame(payload) {
          const outcome = parseAgentRequest(payload);
          if (outcome.kind === "broken") {
            void refuse(outcome.reason, state).then((verdict) =>
              connection.send(encodeVerdict(outcome.id, verdict)),
            );
            return;
          }
          const { request } = outcome;
          if (request.op !== "check") {
            takeNote(request, state);
            connection.send(encodeNoted(request.id));
            return;
          }
          if (++unanswered === MOST_UNANSWERED) connection.pause();
          void judge(request, asker, state).then((verdict) => {
            if (unanswered-- === MOST_UNANSWERED) connection.resume();
            if (verdict !== "withdrawn") connection.send(encodeVerdict(request.id, verdict));
          });
        },
        async onBroken(reason) {
          connection.send(encodeVerdict("0", await refuse(reason, state)));
        },
        onClose() {
          for (const call of gone) call();
          gone.clear();
        },
      };
    },
  });
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
  const id = state.newId();
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
