/** What approvers and other clients of a person ask on the control socket. */
import * as z from "zod/mini";
import { MODES } from "../core/ruling.ts";

export const DECISIONS = ["once", "session", "timed", "always", "deny", "deny-session"] as const;
export type Decision = (typeof DECISIONS)[number];

const VERSION = z.literal(1);
const REQUEST = { v: VERSION, id: z.number() } as const;

export const HELLO = z.strictObject({ v: VERSION, op: z.literal("hello"), token: z.string() });

export const CONTROL_REQUEST = z.discriminatedUnion("op", [
  z.strictObject({ ...REQUEST, op: z.literal("status") }),
  z.strictObject({ ...REQUEST, op: z.literal("pending") }),
  z.strictObject({
    ...REQUEST,
    op: z.literal("resolve"),
    check: z.string(),
    decision: z.enum(DECISIONS),
    reason: z.optional(z.string().check(z.maxLength(2000))),
    confirm: z.optional(z.literal(true)),
  }),
  z.strictObject({ ...REQUEST, op: z.literal("mode"), mode: z.optional(z.enum(MODES)) }),
  z.strictObject({ ...REQUEST, op: z.literal("grants") }),
  z.strictObject({ ...REQUEST, op: z.literal("revoke"), grant: z.string() }),
]);
export type ControlRequest = z.infer<typeof CONTROL_REQUEST>;

export const CONTROL_CODES = ["NOT_FOUND", "BAD_REQUEST", "DENIED", "FAILED", "NEEDS_CONFIRM"] as const;
export type ControlCode = (typeof CONTROL_CODES)[number];

const REPLY_FAILED = z.strictObject({
  id: z.number(),
  ok: z.literal(false),
  code: z.enum(CONTROL_CODES),
  message: z.string(),
});

/** One waiting question, as a person or a script sees it. */
export const PENDING = z.strictObject({
  id: z.string(),
  line: z.string(),
  /** What the agent has put around the line, and guard knows: whose it is, and the whole. */
  wrapper: z.optional(z.strictObject({ agent: z.string(), text: z.string() })),
  cwd: z.string(),
  risk: z.enum(["safe", "needs-review", "dangerous"]),
  reasons: z.array(z.string()),
  session: z.string(),
  expiresAtMs: z.number(),
  askedAtMs: z.number(),
  ruling: z.enum(["ask", "confirm"]),
  rules: z.array(z.string()),
  layer: z.string(),
  shell: z.optional(z.string()),
  pid: z.number(),
  /** Who started it: the agent first, the asked program last. */
  chain: z.array(z.string()),
  /** How many callers wait for the answer; 0: they gave up waiting. */
  waiting: z.number(),
  can: z.optional(z.array(z.string())),
  instead: z.optional(z.string()),
});
export type Pending = z.infer<typeof PENDING>;

/** A remembered answer. */
export const GRANT = z.strictObject({
  /** The check that was answered. */
  id: z.string(),
  session: z.string(),
  line: z.string(),
  cwd: z.string(),
  says: z.enum(["allow", "deny"]),
  grantedAtMs: z.number(),
  /** Left out: it ends with the session. */
  endsAtMs: z.optional(z.number()),
  reason: z.optional(z.string()),
});
export type Grant = z.infer<typeof GRANT>;

export const STATUS = z.strictObject({
  session: z.string(),
  agent: z.array(z.string()),
  cwd: z.string(),
  project: z.string(),
  mode: z.enum(MODES),
  tier: z.string(),
  console: z.string(),
  startedAtMs: z.number(),
  agentPid: z.optional(z.number()),
  pending: z.number(),
  checks: z.number(),
  denied: z.number(),
  notices: z.array(z.strictObject({ atMs: z.number(), text: z.string() })),
});
export type Status = z.infer<typeof STATUS>;

const OK = { id: z.number(), ok: z.literal(true) } as const;
export const STATUS_REPLY = z.union([z.strictObject({ ...OK, status: STATUS }), REPLY_FAILED]);
export const PENDING_REPLY = z.union([z.strictObject({ ...OK, pending: z.array(PENDING) }), REPLY_FAILED]);
export const GRANTS_REPLY = z.union([z.strictObject({ ...OK, grants: z.array(GRANT) }), REPLY_FAILED]);
export const REVOKE_REPLY = z.union([z.strictObject({ ...OK, line: z.string() }), REPLY_FAILED]);
export const RESOLVE_REPLY = z.union([z.strictObject({ ...OK, note: z.optional(z.string()) }), REPLY_FAILED]);
export const MODE_REPLY = z.union([
  z.strictObject({ ...OK, mode: z.enum(MODES), note: z.optional(z.string()) }),
  REPLY_FAILED,
]);
