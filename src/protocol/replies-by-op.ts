/** Which answer belongs to which request: for clients that keep a connection and ask many things on it. */
import type * as z from "zod/mini";
import {
  CARD_REPLY,
  type ControlRequest,
  DONE_REPLY,
  GRANTS_REPLY,
  LADDER_REPLY,
  MODE_REPLY,
  PENDING_REPLY,
  RESOLVE_ALL_REPLY,
  RESOLVE_REPLY,
  REVOKE_REPLY,
  STATUS_REPLY,
  SUBSCRIBE_REPLY,
} from "./control-messages.ts";

export const REPLIES = {
  status: STATUS_REPLY,
  pending: PENDING_REPLY,
  subscribe: SUBSCRIBE_REPLY,
  focus: DONE_REPLY,
  card: CARD_REPLY,
  ladder: LADDER_REPLY,
  resolve: RESOLVE_REPLY,
  "resolve-all": RESOLVE_ALL_REPLY,
  mode: MODE_REPLY,
  suggestion: DONE_REPLY,
  loop: DONE_REPLY,
  grants: GRANTS_REPLY,
  revoke: REVOKE_REPLY,
} as const satisfies Record<ControlRequest["op"], z.ZodMiniType>;

export type ReplyTo<Op extends ControlRequest["op"]> = z.infer<(typeof REPLIES)[Op]>;
