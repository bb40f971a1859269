/** Asks one session's daemon over its control socket. Reads the token itself: whoever can read it is the user. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod/mini";
import type { ControlRequest } from "../protocol/control-messages.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { connectForFrames } from "./connect.ts";
import type { Connection } from "./listen.ts";

/** A request without what this client fills in. */
export type Ask = ControlRequest extends infer Request
  ? Request extends ControlRequest
    ? Omit<Request, "v" | "id">
    : never
  : never;

export type ControlAnswer<Reply> =
  | { readonly kind: "reply"; readonly reply: Reply }
  /** Nobody listens: the session is over, or its daemon died. */
  | { readonly kind: "gone"; readonly reason: string }
  | { readonly kind: "broken"; readonly reason: string };

const ANSWER_LIMIT_MS = 10_000;

export async function askControl<Schema extends z.ZodMiniType>(
  sessionFolder: string,
  ask: Ask,
  schema: Schema,
): Promise<ControlAnswer<z.infer<Schema>>> {
  const control = join(sessionFolder, "control");
  const token = readToken(control);
  if (token === undefined) return { kind: "gone", reason: `${control}/token cannot be read` };
  let settle: (answer: ControlAnswer<z.infer<Schema>>) => void = () => undefined;
  const answered = new Promise<ControlAnswer<z.infer<Schema>>>((resolve) => {
    settle = resolve;
  });
  const connected = await connectForFrames(join(control, "control.sock"), CONTROL_LIMIT_BYTES, () => ({
    onFrame(payload) {
      const parsed = parseJson(payload, schema);
      settle(parsed.kind === "message" ? { kind: "reply", reply: parsed.message } : parsed);
    },
    onBroken: (reason) => settle({ kind: "broken", reason }),
    onClose: () => settle({ kind: "gone", reason: "the daemon closed the connection" }),
  }));
  if (connected.kind === "failed") return { kind: "gone", reason: `nobody answers (${connected.code})` };
  const timer = setTimeout(() => settle({ kind: "broken", reason: "no answer in 10 s" }), ANSWER_LIMIT_MS);
  sendJson(connected.connection, { v: 1, op: "hello", token });
  sendJson(connected.connection, { ...ask, v: 1, id: 1 });
  const answer = await answered;
  clearTimeout(timer);
  connected.connection.end();
  return answer;
}

function sendJson(connection: Connection, message: unknown): void {
  connection.send(Buffer.from(JSON.stringify(message), "utf8"));
}

function readToken(control: string): string | undefined {
  try {
    return readFileSync(join(control, "token"), "utf8").trim();
  } catch {
    return undefined;
  }
}
