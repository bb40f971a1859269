/**
 * The gate's socket: programs that are loaded and wait come in, verdicts go out. One caller, the seat, which connects before
 * anything runs below guard; a broken message of it ends the connection, and with it the tree.
 */
import { type Connection, type ConnectionHandler, listenForFrames } from "../ipc/listen.ts";
import { encodeVerdict } from "../protocol/agent-messages.ts";
import { AGENT_LIMIT_BYTES } from "../protocol/frame.ts";
import { encodeLater, type GateExec, type GateMessage, parseGateMessage } from "../protocol/gate-messages.ts";
import { createAskers } from "./askers.ts";
import { judgeAnnounced, judgeExec } from "./judge-exec.ts";
import { findChain } from "./process-chain.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { shownChain } from "./shown-chain.ts";

export function startGateServer(path: string, state: SessionState) {
  let isTaken = false;
  return listenForFrames({
    path,
    limitBytes: AGENT_LIMIT_BYTES,
    maxConnections: 8,
    accept(connection) {
      if (isTaken) return turnAway(connection);
      isTaken = true;
      return serveGate(connection, state);
    },
  });
}

/** Only the seat is the gate. */
function turnAway(connection: Connection): ConnectionHandler {
  connection.end();
  return { onFrame: () => undefined, onBroken: () => undefined, onClose: () => undefined };
}

const MOST_ALLOWED = 64;

function serveGate(connection: Connection, state: SessionState): ConnectionHandler {
  const askers = createAskers();
  const gone = new Map<string, () => void>();
  /** Announcements that were allowed lately, and the checks that they were. */
  const allowed = new Map<string, string>();

  function takeExec(exec: GateExec): void {
    const { asker, leave, hangUp } = askers.enter();
    gone.set(exec.id, hangUp);
    void judgeExec(exec, asker, state).then((verdict) => {
      leave();
      gone.delete(exec.id);
      if (verdict !== "withdrawn") connection.send(encodeVerdict(exec.id, verdict));
    });
  }

  function takeAnnounced(exec: GateExec): void {
    const { asker, leave, hangUp } = askers.enter();
    gone.set(exec.id, hangUp);
    void judgeAnnounced(exec, asker, state).then((verdict) => {
      leave();
      gone.delete(exec.id);
      connection.send(verdict === "later" ? encodeLater(exec.id) : encodeVerdict(exec.id, verdict));
      if (verdict !== "later") allowed.set(exec.id, verdict.check);
      if (allowed.size > MOST_ALLOWED) allowed.delete(allowed.keys().next().value ?? "");
    });
  }

  /** Its record says that it was allowed; this one, that nothing came of it. */
  function noteUnused(id: string): void {
    const check = allowed.get(id);
    if (check === undefined) return;
    void state.recorder.append({
      event: "notice",
      timestamp: new Date().toISOString(),
      session: state.session,
      request_id: check,
      details: {
        reason: "it did not start, or turned out to be something else, which was judged for itself",
      },
    });
  }

  function takeNews(news: Exclude<GateMessage, { op: "exec" | "announced" }>): void {
    switch (news.op) {
      case "unused":
        return noteUnused(news.id);
      case "gone":
        return gone.get(news.id)?.();
      case "untraceable":
      case "unreadable":
      case "rewritten":
        return noteRefused(news, state);
    }
  }

  return {
    onFrame(payload) {
      const outcome = parseGateMessage(payload);
      switch (outcome.kind) {
        case "exec":
          return takeExec(outcome.exec);
        case "announced":
          return takeAnnounced(outcome.exec);
        case "news":
          return takeNews(outcome.news);
        case "broken":
          // It is our own program: nothing that it says can be trusted any more.
          return connection.end();
      }
    },
    onBroken: () => undefined,
    onClose: askers.hangUp,
  };
}

const REFUSED = {
  untraceable: {
    rule: "guard.untraceable",
    reason:
      "a process that another one traces (strace, gdb), or that hides itself, tried to start a program: guard cannot look at it",
  },
  rewritten: {
    rule: "guard.rewritten",
    reason: "a program was ended: another process changed its arguments or variables while it waited",
  },
  unreadable: {
    rule: "guard.unreadable",
    reason: "a program was ended: guard may not read what was loaded (a file without the right to read it)",
  },
} as const;

/** The caller was told by its error, or by its end; a reader of the log wants to know why. */
function noteRefused(news: Extract<GateMessage, { op: keyof typeof REFUSED }>, state: SessionState): void {
  const { reason, rule } = REFUSED[news.op];
  const chain = shownChain(findChain(Number(news.pid), state), state);
  state.checks++;
  state.denied++;
  addNotice(state, chain.length === 0 ? reason : `${chain.join(" > ")}: ${reason}`);
  void state.recorder.append({
    event: "notice",
    timestamp: new Date().toISOString(),
    session: state.session,
    details: { verdict: "deny", rule, reason, pid: Number(news.pid), chain },
  });
}
