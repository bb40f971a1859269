/** A person's client, wherever it comes from: the control socket after its hello, or guard run's own pipe. */
import { CONTROL_REQUEST, type ControlCode, type ControlRequest } from "../protocol/control-messages.ts";
import { CONTROL_LIMIT_BYTES } from "../protocol/frame.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { answerControl } from "./answer-control.ts";
import { onScreen } from "./on-screen.ts";
import { type Door, personAt } from "./person.ts";
import type { SessionState } from "./session-state.ts";
import { statusOf } from "./session-status.ts";
import { toPending } from "./to-pending.ts";

export type ControlAnswer =
  | ({ readonly ok: true } & Readonly<Record<string, unknown>>)
  | { readonly ok: false; readonly code: ControlCode; readonly message: string };

/** Around it there may be some words more, on the launcher's pipe. */
const MOST_BYTES = CONTROL_LIMIT_BYTES - 1024;
const TOO_LONG: ControlAnswer = {
  ok: false,
  code: "FAILED",
  message: "the answer is too long for one message; answer some of the questions first",
};

export interface Conversation {
  hear(payload: Buffer): void;
  /** The client is gone: what it looked at is in front of nobody now, and the clocks go on. */
  end(): void;
}

/** `pipe`: the card's own; `socket`: a console, or a command that asks one thing. */
export function startConversation(
  send: (message: Buffer) => void,
  state: SessionState,
  over: "pipe" | "socket",
): Conversation {
  const approver = {};
  let door: Door | undefined = over === "pipe" ? "card" : undefined;
  let unsubscribe: (() => void) | undefined;
  let isOver = false;

  /**
   * Everything that people see goes through here, so here tokens are taken out of it: what runs, what is remembered and what
   * rules are made of stays what it is. Over the limit the other side would break the whole connection off.
   */
  function say(message: object): void {
    const payload = Buffer.from(JSON.stringify(onScreen.screen(message)), "utf8");
    if (payload.length <= MOST_BYTES) send(payload);
    else if ("id" in message) say({ id: message.id, ...TOO_LONG });
  }

  function subscribe({ as }: Extract<ControlRequest, { op: "subscribe" }>): ControlAnswer {
    unsubscribe?.();
    if (over === "socket") door = as;
    unsubscribe = state.approvers.add({ as, send: say });
    return {
      ok: true,
      status: statusOf(state),
      pending: state.approvals.pending().map(toPending),
      recent: [...state.approvers.recent()],
    };
  }

  async function answer(request: ControlRequest): Promise<ControlAnswer> {
    try {
      if (request.op === "subscribe") return subscribe(request);
      if (request.op === "focus") {
        state.approvals.setFocus(approver, request.check);
        return { ok: true };
      }
      return await answerControl(request, state, personAt(door ?? request.op));
    } catch (error) {
      return { ok: false, code: "FAILED", message: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    hear(payload) {
      if (isOver) return;
      const parsed = parseJson(payload, CONTROL_REQUEST);
      if (parsed.kind === "broken") {
        say({ id: 0, ok: false, code: "BAD_REQUEST", message: parsed.reason });
        return;
      }
      const { message } = parsed;
      void answer(message).then((reply) => say({ id: message.id, ...reply }));
    },
    end() {
      isOver = true;
      unsubscribe?.();
      state.approvals.setFocus(approver, undefined);
    },
  };
}
