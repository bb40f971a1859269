/**
 * The gate's socket: programs that are loaded and wait come in, verdicts go out. One caller, the seat, which connects before
 * anything runs below guard; a broken message of it ends the connection, and with it the tree.
 */
import { type Connection, type ConnectionHandler, listenForFrames } from "../ipc/listen.ts";
import { encodeVerdict } from "../protocol/agent-messages.ts";
import { AGENT_LIMIT_BYTES } from "../protocol/frame.ts";
import {
  encodeLater,
  encodeReach,
  type GateExec,
  type GateOutcome,
  type GateReach,
  parseGateMessage,
} from "../protocol/gate-messages.ts";
import { createAnnouncements } from "./announcements.ts";
import { type Asker, createAskers } from "./askers.ts";
import { createRefusals } from "./gate-refusals.ts";
import { judgeAnnounced, judgeExec } from "./judge-exec.ts";
import { createReach, noteNoRule } from "./reach.ts";
import { addNotice, type SessionState } from "./session-state.ts";

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

function serveGate(connection: Connection, state: SessionState): ConnectionHandler {
  const askers = createAskers();
  const announcements = createAnnouncements(state);
  const refused = createRefusals(state);
  const judgeReach = createReach(state, state.reach);
  const gone = new Map<string, () => void>();

  /** Until it is answered, the gate may say that nobody waits any more. */
  async function withAsker<Answer>(id: string, judge: (asker: Asker) => Promise<Answer>): Promise<Answer> {
    const { asker, leave, hangUp } = askers.enter();
    gone.set(id, hangUp);
    const answer = await judge(asker);
    leave();
    gone.delete(id);
    return answer;
  }

  async function takeExec(exec: GateExec): Promise<void> {
    const verdict = await withAsker(exec.id, (asker) => judgeExec(exec, asker, state));
    if (verdict !== "withdrawn") connection.send(encodeVerdict(exec.id, verdict));
  }

  async function takeAnnounced(exec: GateExec): Promise<void> {
    const early = await withAsker(exec.id, (asker) => judgeAnnounced(exec, asker, state));
    if (early !== "later") announcements.allow(exec.id, early);
    connection.send(early === "later" ? encodeLater(exec.id) : encodeVerdict(exec.id, early));
  }

  function takeNews(news: Extract<GateOutcome, { kind: "news" }>["news"]): void {
    switch (news.op) {
      case "used":
        return announcements.begin(news.used);
      case "unused":
        return announcements.drop(news.id);
      case "no-connect-rule":
        return noteNoRule(news.reason, state);
      case "gone":
        return gone.get(news.id)?.();
      case "untraceable":
      case "unjudged-text":
      case "unreadable":
      case "rewritten":
      case "too-long":
        return refused.note(news);
    }
  }

  return {
    onFrame(payload) {
      // A broken one: it is our own program, and nothing that it says can be trusted any more.
      const outcome = parseGateMessage(payload);
      switch (outcome.kind) {
        case "exec":
        case "announced":
          announcements.begin(outcome.used);
          return void (outcome.kind === "exec" ? takeExec : takeAnnounced)(outcome.exec);
        case "reach":
          announcements.begin(outcome.used);
          return void answerReach(outcome.reach, judgeReach, connection);
        case "news":
          return takeNews(outcome.news);
        case "broken":
          noteBroken(outcome.reason, state);
          return connection.end();
      }
    },
    onBroken: () => undefined,
    onClose: askers.hangUp,
  };
}

async function answerReach(
  reach: GateReach,
  judge: (reach: GateReach) => Promise<"allow" | "deny">,
  connection: Connection,
): Promise<void> {
  connection.send(encodeReach(reach.id, await judge(reach)));
}

/** The tree ends with the gate; whoever looks for the reason finds it. */
function noteBroken(problem: string, state: SessionState): void {
  const reason = `the exec gate and the daemon do not understand each other (${problem}): the session ends`;
  addNotice(state, reason);
  void state.recorder.append({
    event: "notice",
    session: state.session,
    details: { reason, rule: "guard.gate-broken" },
  });
}
