/** The control socket: a person's clients list, answer and switch. Whoever cannot say the token is told nothing. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listenForFrames } from "../ipc/listen.ts";
import {
  CONTROL_REQUEST,
  type ControlCode,
  type ControlRequest,
  HELLO,
} from "../protocol/control-messages.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { answerControl } from "./answer-control.ts";
import type { SessionState } from "./session-state.ts";

const MAX_CONNECTIONS = 256;

export type ControlAnswer =
  | ({ readonly ok: true } & Readonly<Record<string, unknown>>)
  | { readonly ok: false; readonly code: ControlCode; readonly message: string };

export function startControlServer(state: SessionState) {
  const folder = join(state.folder, "control");
  const token = randomBytes(24).toString("base64url");
  writeFileSync(join(folder, "token"), `${token}\n`, { mode: 0o600, flag: "wx" });
  return listenForFrames({
    path: join(folder, "control.sock"),
    limitBytes: CONTROL_LIMIT_BYTES,
    maxConnections: MAX_CONNECTIONS,
    accept(connection) {
      let known = false;
      const send = (id: number, answer: ControlAnswer) =>
        connection.send(Buffer.from(JSON.stringify({ id, ...answer }), "utf8"));
      return {
        onFrame(payload) {
          if (!known) {
            const hello = parseJson(payload, HELLO);
            known = hello.kind === "message" && isSame(hello.message.token, token);
            if (!known) {
              send(0, {
                ok: false,
                code: "DENIED",
                message: "the first message must be hello with the token",
              });
              connection.end();
            }
            return;
          }
          const parsed = parseJson(payload, CONTROL_REQUEST);
          if (parsed.kind === "broken") send(0, { ok: false, code: "BAD_REQUEST", message: parsed.reason });
          else void answer(parsed.message, state).then((reply) => send(parsed.message.id, reply));
        },
        onBroken: (reason) => void send(0, { ok: false, code: "BAD_REQUEST", message: reason }),
        onClose: () => undefined,
      };
    },
  });
}

async function answer(request: ControlRequest, state: SessionState): Promise<ControlAnswer> {
  try {
    return await answerControl(request, state);
  } catch (error) {
    return { ok: false, code: "FAILED", message: error instanceof Error ? error.message : String(error) };
  }
}

function isSame(given: string, token: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === token.length && timingSafeEqual(bytes, Buffer.from(token));
}
