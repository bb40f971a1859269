/** What a console or a card needs of a session, whatever carries it: the control socket, the launcher's pipe. Types only. */
import type { ControlEvent } from "../protocol/control-events.ts";
import type { ControlRequest } from "../protocol/control-messages.ts";
import type { ReplyTo } from "../protocol/replies-by-op.ts";

type Op = ControlRequest["op"];

/** A request without what the link fills in. */
export type AskOf<One extends Op> = Omit<Extract<ControlRequest, { op: One }>, "v" | "id">;
export type Ask = { [One in Op]: AskOf<One> }[Op];

export type LinkAnswer<Reply> =
  | { readonly kind: "reply"; readonly reply: Reply }
  /** Nobody is there any more: the session is over, or its daemon died. */
  | { readonly kind: "gone"; readonly reason: string }
  | { readonly kind: "broken"; readonly reason: string };

/** A request with what became of it. */
export type Exchange = {
  [One in Op]: { readonly ask: AskOf<One>; readonly answer: LinkAnswer<ReplyTo<One>> };
}[Op];

/** One for all requests: whoever asks looks at `ask.op` to know the answer's shape. */
export interface SessionLink {
  /** Never rejects; ends within seconds, as `broken` where nobody answers. */
  request(ask: Ask): Promise<Exchange>;
  end(): void;
}

/** What the link tells by itself: given when it is opened, so that nothing is missed. */
export interface LinkListener {
  onEvent(event: ControlEvent): void;
  /** Once, and nothing after it. */
  onClosed(why: string): void;
}

/** A link that is open. `session`: its 8 characters. */
export interface OpenedLink {
  readonly session: string;
  readonly link: SessionLink;
}
