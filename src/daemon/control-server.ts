/** The control socket: a person's clients list, answer and switch. Whoever cannot say the token is told nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listenForFrames } from "../ipc/listen.ts";
import { randomBytes } from "../ipc/random-bytes.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import type { SessionState } from "./session-state.ts";

const MAX_CONNECTIONS = 256;

export function startControlServer(state: SessionState) {
  const folder = join(state.folder, "control");
  const token = randomBytes(24).toString("base64url");
  writeFileSync(join(folder, "token"), `${token}\n`, { mode: 0o600, flag: "wx" });
  return listenForFrames({
    path: join(folder, "control.sock"),
    limitBytes: CONTROL_LIMIT_BYTES,
    maxConnections: MAX_CONNECTIONS,
    accept(connection) {
      // Loaded when the first client comes: an agent's start need not wait for it. What came meanwhile stays in order.
      const talk = import("./control-talk.ts").then(({ startTalk }) => startTalk(connection, token, state));
      return {
        onFrame: (payload) => void talk.then(({ onFrame }) => onFrame(payload)),
        onBroken: (reason) => talk.then(({ onBroken }) => onBroken(reason)),
        onClose: () => undefined,
      };
    },
  });
}
