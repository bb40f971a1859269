/** A kept connection to one session's control socket. Connecting again is the caller's job. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { connectForFrames } from "./connect.ts";
import type { Ask } from "./control-client.ts";
import { type ControlExchange, type ControlListener, createExchange } from "./control-exchange.ts";
import type { Connection } from "./listen.ts";

export type { ControlListener } from "./control-exchange.ts";

export interface ControlLink {
  request(ask: Ask): Promise<ControlExchange>;
  end(): void;
}

export type OpenedControl =
  | { readonly kind: "open"; readonly link: ControlLink }
  | { readonly kind: "gone"; readonly reason: string };

export async function openControlLink(
  sessionFolder: string,
  listener: ControlListener,
): Promise<OpenedControl> {
  const control = join(sessionFolder, "control");
  const token = readToken(control);
  if (token === undefined) return { kind: "gone", reason: `${control}/token cannot be read` };
  let connection: Connection | undefined;
  const send = (message: unknown): void =>
    void connection?.send(Buffer.from(JSON.stringify(message), "utf8"));
  const exchange = await createExchange(send, listener);
  const connected = await connectForFrames(join(control, "control.sock"), CONTROL_LIMIT_BYTES, (opened) => ({
    onFrame(payload) {
      if (exchange.hear(parse(payload)) !== undefined) opened.end();
    },
    onBroken: exchange.close,
    onClose: () => exchange.close("the daemon closed the connection"),
  }));
  if (connected.kind === "failed") return { kind: "gone", reason: `nobody answers (${connected.code})` };
  connection = connected.connection;
  send({ v: 1, op: "hello", token });
  return { kind: "open", link: { request: exchange.request, end: () => connection?.end() } };
}

/** Undefined is no message of guard's either. */
function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}

function readToken(control: string): string | undefined {
  try {
    return readFileSync(join(control, "token"), "utf8").trim();
  } catch {
    return undefined;
  }
}
