/**
 * A kept connection to one session's control socket: requests find their answers by number, events are handed on in order.
 * What is not a message of guard ends the link: half understood is not understood. Connecting again is the caller's job.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlEvent } from "../protocol/control-events.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import type { ReplyTo } from "../protocol/replies-by-op.ts";
import { connectForFrames } from "./connect.ts";
import type { Ask, ControlAnswer } from "./control-client.ts";
import type { Connection } from "./listen.ts";

type Op = Ask["op"];

export type ControlExchange = {
  [One in Op]: { readonly ask: Extract<Ask, { op: One }>; readonly answer: ControlAnswer<ReplyTo<One>> };
}[Op];

export interface ControlLink {
  request(ask: Ask): Promise<ControlExchange>;
  end(): void;
}

export interface ControlListener {
  onEvent(event: ControlEvent): void;
  onClosed(why: string): void;
}

export type OpenedControl =
  | { readonly kind: "open"; readonly link: ControlLink }
  | { readonly kind: "gone"; readonly reason: string };

interface Waiting {
  readonly op: Op;
  readonly timer: NodeJS.Timeout;
  settle(answer: ControlAnswer<unknown>): void;
}

/** Saving a rule may wait for a lock; nothing that a person asks takes longer. */
const ANSWER_LIMIT_MS = 10_000;

export async function openControlLink(
  sessionFolder: string,
  listener: ControlListener,
): Promise<OpenedControl> {
  // Loaded now: schemas take time that a command without a link need not spend.
  const [{ REPLIES }, { CONTROL_EVENT }] = await Promise.all([
    import("../protocol/replies-by-op.ts"),
    import("../protocol/control-events.ts"),
  ]);
  const control = join(sessionFolder, "control");
  const token = readToken(control);
  if (token === undefined) return { kind: "gone", reason: `${control}/token cannot be read` };
  const waiting = new Map<number, Waiting>();
  let isClosed = false;
  const close = (why: string): void => {
    if (isClosed) return;
    isClosed = true;
    for (const one of waiting.values()) one.settle({ kind: "gone", reason: why });
    listener.onClosed(why);
  };
  const hear = (payload: Buffer, connection: Connection): void => {
    if (isClosed) return;
    const problem = hearFrame(payload);
    if (problem === undefined) return;
    close(problem);
    connection.end();
  };
  const hearFrame = (payload: Buffer): string | undefined => {
    const id = idOf(payload);
    if (id === undefined) {
      const event = parseJson(payload, CONTROL_EVENT);
      if (event.kind === "broken") return event.reason;
      listener.onEvent(event.message);
      return undefined;
    }
    const asked = waiting.get(id);
    // Its time was over before.
    if (!asked) return undefined;
    const reply = parseJson(payload, REPLIES[asked.op]);
    asked.settle(reply.kind === "message" ? { kind: "reply", reply: reply.message } : reply);
    return undefined;
  };
  const connected = await connectForFrames(
    join(control, "control.sock"),
    CONTROL_LIMIT_BYTES,
    (connection) => ({
      onFrame: (payload) => hear(payload, connection),
      onBroken: close,
      onClose: () => close("the daemon closed the connection"),
    }),
  );
  if (connected.kind === "failed") return { kind: "gone", reason: `nobody answers (${connected.code})` };
  const { connection } = connected;
  sendJson(connection, { v: 1, op: "hello", token });
  return { kind: "open", link: makeLink(connection, waiting, () => isClosed) };
}

function makeLink(
  connection: Connection,
  waiting: Map<number, Waiting>,
  isClosed: () => boolean,
): ControlLink {
  let lastId = 0;
  return {
    request: (ask) =>
      new Promise((resolve) => {
        const id = ++lastId;
        const settle = (answer: ControlAnswer<unknown>): void => {
          clearTimeout(waiting.get(id)?.timer);
          waiting.delete(id);
          // The schema of this op has looked at it.
          resolve({ ask, answer } as ControlExchange);
        };
        if (isClosed()) return settle({ kind: "gone", reason: "the connection is closed" });
        const timer = setTimeout(
          () => settle({ kind: "broken", reason: "no answer in 10 s" }),
          ANSWER_LIMIT_MS,
        );
        waiting.set(id, { op: ask.op, timer, settle });
        sendJson(connection, { ...ask, v: 1, id });
      }),
    end: () => connection.end(),
  };
}

/** Undefined: an event, or nothing of guard's, which the event's schema will say. */
function idOf(payload: Buffer): number | undefined {
  try {
    const raw: unknown = JSON.parse(payload.toString("utf8"));
    return raw !== null && typeof raw === "object" && "id" in raw && typeof raw.id === "number"
      ? raw.id
      : undefined;
  } catch {
    return undefined;
  }
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
