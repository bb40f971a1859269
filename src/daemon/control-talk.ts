/** One client on the control socket: hello with the token first, then requests, each answered by its id. */
import { isSameSecret } from "../core/same-secret.ts";
import type { Connection } from "../ipc/listen.ts";
import { HELLO } from "../protocol/control-messages.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import type { SessionState } from "./session-state.ts";

/** Who says nothing must not keep a person's place. */
const HELLO_LIMIT_MS = 3_000;

/** Who does not read is not told for ever: a whole list of questions may wait, not several. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

export function startTalk(connection: Connection, token: string, state: SessionState) {
  let talk: "new" | "refused" | Conversation = "new";
  const sendBytes = (payload: Buffer): void => {
    if (connection.unsentBytes > MOST_UNREAD_BYTES) connection.end();
    else connection.send(payload);
  };
  const send = (message: unknown): void => sendBytes(Buffer.from(JSON.stringify(message), "utf8"));
  setTimeout(() => {
    if (talk !== "new") return;
    talk = "refused";
    connection.end();
  }, HELLO_LIMIT_MS).unref();
  return {
    onFrame(payload: Buffer): void {
      if (talk === "refused") return;
      if (talk !== "new") return talk.hear(payload);
      const hello = parseJson(payload, HELLO);
      if (hello.kind === "message" && isSameSecret(hello.message.token, token)) {
        talk = startConversation(sendBytes, state, "socket");
        return;
      }
      talk = "refused";
      const message = "the first message must be hello with the token";
      send({ id: 0, ok: false, code: "DENIED", message });
      connection.end();
    },
    onBroken: (reason: string): void => send({ id: 0, ok: false, code: "BAD_REQUEST", message: reason }),
    onClose(): void {
      if (typeof talk === "object") talk.end();
    },
  };
}
