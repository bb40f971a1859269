/**
 * Requests that find their answers by number, and events that are handed on in order: over whatever carries the messages. What
 * is not a message of guard ends it: half understood is not understood.
 */
import type { ControlEvent } from "../protocol/control-events.ts";
import type { ReplyTo } from "../protocol/replies-by-op.ts";
import type { Ask, ControlAnswer } from "./control-client.ts";

type Op = Ask["op"];

export type ControlExchange = {
  [One in Op]: { readonly ask: Extract<Ask, { op: One }>; readonly answer: ControlAnswer<ReplyTo<One>> };
}[Op];

export interface ControlListener {
  onEvent(event: ControlEvent): void;
  onClosed(why: string): void;
}

export interface Exchange {
  request(ask: Ask): Promise<ControlExchange>;
  /** One message, as JSON made it. What is wrong with it, if anything is: then it is closed. */
  hear(raw: unknown): string | undefined;
  close(why: string): void;
}

interface Waiting {
  readonly op: Op;
  readonly timer: NodeJS.Timeout;
  settle(answer: ControlAnswer<unknown>): void;
}

/** Saving a rule may wait for a lock; nothing that a person asks takes longer. */
const ANSWER_LIMIT_MS = 10_000;

export async function createExchange(
  send: (message: unknown) => void,
  listener: ControlListener,
): Promise<Exchange> {
  // Loaded now: schemas take time that a command without a link need not spend.
  const [{ REPLIES }, { CONTROL_EVENT }] = await Promise.all([
    import("../protocol/replies-by-op.ts"),
    import("../protocol/control-events.ts"),
  ]);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closedBy: string | undefined;

  function close(why: string): void {
    if (closedBy !== undefined) return;
    closedBy = why;
    for (const one of waiting.values()) one.settle({ kind: "gone", reason: why });
    listener.onClosed(why);
  }

  function take(raw: unknown): string | undefined {
    const id = idOf(raw);
    if (id === undefined) {
      const event = CONTROL_EVENT.safeParse(raw);
      if (!event.success) return "not a message of guard";
      listener.onEvent(event.data);
      return undefined;
    }
    const asked = waiting.get(id);
    // Its time was over before.
    if (!asked) return undefined;
    const reply = REPLIES[asked.op].safeParse(raw);
    asked.settle(
      reply.success
        ? { kind: "reply", reply: reply.data }
        : { kind: "broken", reason: "not an answer of guard" },
    );
    return undefined;
  }

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
        if (closedBy !== undefined) return settle({ kind: "gone", reason: closedBy });
        const late = () => settle({ kind: "broken", reason: "no answer in 10 s" });
        waiting.set(id, { op: ask.op, timer: setTimeout(late, ANSWER_LIMIT_MS), settle });
        send({ ...ask, v: 1, id });
      }),
    hear(raw) {
      if (closedBy !== undefined) return undefined;
      const problem = take(raw);
      if (problem !== undefined) close(problem);
      return problem;
    },
    close,
  };
}

/** Undefined: an event, or nothing of guard's, which the event's schema will say. */
function idOf(raw: unknown): number | undefined {
  return raw !== null && typeof raw === "object" && "id" in raw && typeof raw.id === "number"
    ? raw.id
    : undefined;
}
