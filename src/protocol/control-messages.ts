/** What approvers and other clients of a person ask on the control socket, and what they are answered. */
import * as z from "zod/mini";
import { MODES } from "../core/ruling.ts";
import { CARD, LADDER, RUNGS, SAVE_LAYERS } from "./card-messages.ts";
import { RECENT } from "./control-events.ts";
import { DECISIONS, GRANT, PENDING } from "./question-messages.ts";
import { STATUS } from "./status-message.ts";

const VERSION = z.literal(1);
const REQUEST = { v: VERSION, id: z.number() } as const;
const REASON = z.optional(z.string().check(z.maxLength(2000)));

export const HELLO = z.strictObject({ v: VERSION, op: z.literal("hello"), token: z.string() });

/** Who subscribes: a console beside the agent, or the card on the agent's own terminal. */
export const APPROVERS = ["console", "card"] as const;
export const BULK_DECISIONS = ["session", "always", "deny"] as const;
export const MOST_BULK = 500;

export const CONTROL_REQUEST = z.discriminatedUnion("op", [
  z.strictObject({ ...REQUEST, op: z.literal("status") }),
  z.strictObject({ ...REQUEST, op: z.literal("pending") }),
  /** From here on events come, too. */
  z.strictObject({ ...REQUEST, op: z.literal("subscribe"), as: z.enum(APPROVERS) }),
  /** What is in front of this subscriber: its clock runs. Left out: nothing. */
  z.strictObject({ ...REQUEST, op: z.literal("focus"), check: z.optional(z.string()) }),
  z.strictObject({ ...REQUEST, op: z.literal("card"), check: z.string() }),
  z.strictObject({ ...REQUEST, op: z.literal("ladder"), check: z.string() }),
  z.strictObject({
    ...REQUEST,
    op: z.literal("resolve"),
    check: z.string(),
    decision: z.enum(DECISIONS),
    reason: REASON,
    confirm: z.optional(z.literal(true)),
    /** For `always`: which rule, into which file. Left out: what the ladder suggests, the user's file. */
    save: z.optional(z.strictObject({ layer: z.enum(SAVE_LAYERS), rung: z.enum(RUNGS) })),
  }),
  /** Just these, which the person has seen listed; never what needs CONFIRM. */
  z.strictObject({
    ...REQUEST,
    op: z.literal("resolve-all"),
    checks: z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_BULK)),
    decision: z.enum(BULK_DECISIONS),
    reason: REASON,
  }),
  z.strictObject({ ...REQUEST, op: z.literal("mode"), mode: z.optional(z.enum(MODES)) }),
  /** Left out: no, stay as it is. */
  z.strictObject({
    ...REQUEST,
    op: z.literal("suggestion"),
    suggestion: z.string(),
    mode: z.optional(z.enum(MODES)),
  }),
  /** `ask-again`: its next try is a question again. `seen`: go on denying, take the card away. */
  z.strictObject({
    ...REQUEST,
    op: z.literal("loop"),
    loop: z.string(),
    answer: z.enum(["ask-again", "seen"]),
  }),
  z.strictObject({ ...REQUEST, op: z.literal("grants") }),
  z.strictObject({ ...REQUEST, op: z.literal("revoke"), grant: z.string() }),
]);
export type ControlRequest = z.infer<typeof CONTROL_REQUEST>;

export const CONTROL_CODES = ["NOT_FOUND", "BAD_REQUEST", "DENIED", "FAILED", "NEEDS_CONFIRM"] as const;
export type ControlCode = (typeof CONTROL_CODES)[number];

export const REPLY_FAILED = z.strictObject({
  id: z.number(),
  ok: z.literal(false),
  code: z.enum(CONTROL_CODES),
  message: z.string(),
});

const OK = { id: z.number(), ok: z.literal(true) } as const;
const NOTE = z.optional(z.string());
export const STATUS_REPLY = z.union([z.strictObject({ ...OK, status: STATUS }), REPLY_FAILED]);
export const PENDING_REPLY = z.union([z.strictObject({ ...OK, pending: z.array(PENDING) }), REPLY_FAILED]);
export const SUBSCRIBE_REPLY = z.union([
  z.strictObject({ ...OK, status: STATUS, pending: z.array(PENDING), recent: z.array(RECENT) }),
  REPLY_FAILED,
]);
export const DONE_REPLY = z.union([z.strictObject({ ...OK, note: NOTE }), REPLY_FAILED]);
export const CARD_REPLY = z.union([z.strictObject({ ...OK, card: CARD }), REPLY_FAILED]);
export const LADDER_REPLY = z.union([z.strictObject({ ...OK, ladder: LADDER }), REPLY_FAILED]);
/** `grant`: how the answer can be taken back with guard grants revoke. */
export const RESOLVE_REPLY = z.union([
  z.strictObject({ ...OK, note: NOTE, grant: z.optional(z.string()) }),
  REPLY_FAILED,
]);
/** In the order of the question: what became of each. */
export const RESOLVE_ALL_REPLY = z.union([
  z.strictObject({
    ...OK,
    results: z.array(
      z.strictObject({
        check: z.string(),
        done: z.enum(["yes", "no"]),
        note: NOTE,
        grant: z.optional(z.string()),
      }),
    ),
  }),
  REPLY_FAILED,
]);
export const GRANTS_REPLY = z.union([z.strictObject({ ...OK, grants: z.array(GRANT) }), REPLY_FAILED]);
export const REVOKE_REPLY = z.union([z.strictObject({ ...OK, line: z.string() }), REPLY_FAILED]);
export const MODE_REPLY = z.union([z.strictObject({ ...OK, mode: z.enum(MODES), note: NOTE }), REPLY_FAILED]);
