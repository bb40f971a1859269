/** The control socket: a person's clients list, answer and switch. Whoever cannot say the token is told nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Connection, listenForFrames } from "../ipc/listen.ts";
import { randomBytes } from "../ipc/random-bytes.ts";
import { CONTROL_REQUEST_LIMIT_BYTES } from "../protocol/frame.ts";
import type { SessionState } from "./session-state.ts";

const MAX_CONNECTIONS = 256;

/** Not at the start, for which an agent waits; from then on it is kept. */
export const loadTalk = () => import("./control-talk.ts");
export const loadConversation = () => import("./conversation.ts");

export function startControlServer(state: SessionState) {
  const folder = join(state.folder, "control");
  const token = randomBytes(24).toString("base64url");
  writeFileSync(join(folder, "token"), `${token}\n`, { mode: 0o600, flag: "wx" });
  return listenForFrames({
    path: join(folder, "control.sock"),
    limitBytes: CONTROL_REQUEST_LIMIT_BYTES,
    maxConnections: MAX_CONNECTIONS,
    accept(connection) {
      // What comes while it is loaded stays in order.
      const talk = loadTalk().then(({ startTalk }) => startTalk(connection, token, state));
      // It concerns this client only: the agent is guarded on.
      const giveUp = (error: unknown) => refuse(connection, error);
      talk.catch(giveUp);
      return {
        onFrame: (payload) => void talk.then(({ onFrame }) => onFrame(payload)).catch(giveUp),
        onBroken: (reason) => talk.then(({ onBroken }) => onBroken(reason)).catch(giveUp),
        onClose: () => void talk.then(({ onClose }) => onClose()).catch(() => undefined),
      };
    },
  });
}

function refuse(connection: Connection, error: unknown): void {
  if (!connection.isOpen) return;
  const why = error instanceof Error ? error.message : String(error);
  const message = `the session's daemon cannot answer (${why}); start the session again`;
  connection.send(Buffer.from(JSON.stringify({ id: 0, ok: false, code: "FAILED", message }), "utf8"));
  connection.end();
}
