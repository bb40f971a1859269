/** One client on the control socket: hello with the token first, then requests, each answered by its id. */
import { isSameSecret } from "../core/same-secret.ts";
import type { Connection } from "../ipc/listen.ts";
import {
  CONTROL_REQUEST,
  type ControlCode,
  type ControlRequest,
  HELLO,
} from "../protocol/control-messages.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { answerControl } from "./answer-control.ts";
import type { SessionState } from "./session-state.ts";

export type ControlAnswer =
  | ({ readonly ok: true } & Readonly<Record<string, unknown>>)
  | { readonly ok: false; readonly code: ControlCode; readonly message: string };

/** Who says nothing must not keep a person's place. */
const HELLO_LIMIT_MS = 3_000;

export function startTalk(connection: Connection, token: string, state: SessionState) {
  let talk: "new" | "known" | "refused" = "new";
  const send = (id: number, answer: ControlAnswer): void =>
    void connection.send(Buffer.from(JSON.stringify({ id, ...answer }), "utf8"));
  setTimeout(() => {
    if (talk !== "new") return;
    talk = "refused";
    connection.end();
  }, HELLO_LIMIT_MS).unref();
  return {
    onFrame(payload: Buffer): void {
      if (talk === "refused") return;
      if (talk === "new") {
        const hello = parseJson(payload, HELLO);
        talk = hello.kind === "message" && isSameSecret(hello.message.token, token) ? "known" : "refused";
        if (talk === "known") return;
        send(0, { ok: false, code: "DENIED", message: "the first message must be hello with the token" });
        connection.end();
        return;
      }
      const parsed = parseJson(payload, CONTROL_REQUEST);
      if (parsed.kind === "broken") send(0, { ok: false, code: "BAD_REQUEST", message: parsed.reason });
      else void answer(parsed.message, state).then((reply) => send(parsed.message.id, reply));
    },
    onBroken: (reason: string): void => send(0, { ok: false, code: "BAD_REQUEST", message: reason }),
  };
}

async function answer(request: ControlRequest, state: SessionState): Promise<ControlAnswer> {
  try {
    return await answerControl(request, state);
  } catch (error) {
    return { ok: false, code: "FAILED", message: error instanceof Error ? error.message : String(error) };
  }
}
