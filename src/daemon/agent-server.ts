/** The agent's socket: checks and notes come in, verdicts go out. Nothing here can approve, or change what counts. */

import { type Connection, type ConnectionHandler, listenForFrames } from "../ipc/listen.ts";
import { mostOpenFiles } from "../ipc/open-files.ts";
import { findProcess, type ProcessStamp } from "../ipc/process-stamp.ts";
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

/**
 * One connection per waiting shell; more than this cannot wait at once, and are told nothing: a deny. Half of the descriptors
 * are for others: a person must reach the daemon whatever the agent does.
 */
const MAX_CONNECTIONS = 4_096;

/** Two large messages at once are many; each of ours comes in one piece. */
const BOUNDS = { mostUnfinishedBytes: 16 * 1024 * 1024, messageMs: 10_000 } as const;

/** Our own askers send one check each; one that sends on and on waits. */
const MOST_UNANSWERED = 256;

/** Each is recorded. Who still has not said anything of sense by then will not. */
const MOST_BROKEN = 16;

export function startAgentServer(path: string, state: SessionState) {
  const noteBad = createBadNotes(state);
  return listenForFrames({
    path,
    limitBytes: AGENT_LIMIT_BYTES,
    maxConnections: Math.min(MAX_CONNECTIONS, Math.floor(mostOpenFiles() / 2)),
    bounds: BOUNDS,
    accept: (connection) => serveAskers(connection, state, noteBad),
  });
}

type NoteBad = (reason: string, check: string) => Promise<unknown>;

/** Each of the first, then how many: an agent must not fill the disk with them. */
const MOST_BAD_EACH = 256;

function createBadNotes({ recorder, session }: SessionState): NoteBad {
  let count = 0;
  return async (reason, check) => {
    count++;
    if (count > MOST_BAD_EACH && count % MOST_BAD_EACH !== 0) return;
    await recorder.append({
      event: "notice",
      session,
      request_id: check,
      details: { verdict: "deny", reason, rule: "guard.bad-message", count },
    });
  };
}

function serveAskers(connection: Connection, state: SessionState, noteBad: NoteBad): ConnectionHandler {
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
    void refuse(reason, state, noteBad).then((verdict) => {
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
      connection.send(encodeVerdict("0", await refuse(reason, state, noteBad)));
    },
    onClose: askers.hangUp,
  };
}

/** Only the interactive shell that the user started may run its start-up files unasked: anybody can send a note. */
function takeNote(note: AgentNote, state: SessionState): void {
  const { shells, leases, agentPid, root } = state;
  const shell = findProcess(Number(note.pid));
  if (shell === undefined) return;
  leases.bar(shell);
  switch (note.op) {
    case "start":
      if (shell.pid === agentPid && isInteractiveShell(root)) shells.noteStart(shell);
      break;
    case "prompt":
      leases.endAtPrompt(shell.pid);
      shells.note(shell, "prompt");
      noteExit(shell, note.status, state);
      break;
  }
}

/** zsh's functions return more than a byte. */
const EXIT_STATUS = /^-?\d{1,10}$/;

/** How a typed line ended, by its shell's own word: once for each line that was allowed. Nobody waits for the record. */
function noteExit(shell: ProcessStamp, status: string | undefined, state: SessionState): void {
  const { recorder, session, typedLines } = state;
  const check = typedLines.ended(shell);
  if (check === undefined || status === undefined || !EXIT_STATUS.test(status)) return;
  const details = { exit_code: Number(status) };
  void recorder.append({ event: "exit", session, request_id: check, details });
}

/** What cannot be read is denied, and its record comes first, as for any verdict. */
async function refuse(reason: string, state: SessionState, noteBad: NoteBad): Promise<Verdict> {
  const id = nameForDeny(state);
  state.denied++;
  await noteBad(reason, id);
  return toVerdict(id, { verdict: "deny", by: "error", reason, rule: "guard.bad-message" });
}
