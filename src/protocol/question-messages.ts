/** A waiting question and a remembered answer, as a person's clients see them. */
import * as z from "zod/mini";

export const DECISIONS = ["once", "session", "timed", "always", "deny", "deny-session"] as const;
export type Decision = (typeof DECISIONS)[number];

/** One waiting question, as a person or a script sees it. Every text in it may be hostile. */
export const PENDING = z.strictObject({
  id: z.string(),
  line: z.string(),
  /** The shell that was told to run the line: `sh -c`. */
  by: z.optional(z.string()),
  /** What the agent has put around the line, and guard knows: whose it is, and the whole. */
  wrapper: z.optional(z.strictObject({ agent: z.string(), text: z.string() })),
  cwd: z.string(),
  risk: z.enum(["safe", "needs-review", "dangerous"]),
  reasons: z.array(z.string()),
  session: z.string(),
  /** If nothing changes. */
  expiresAtMs: z.number(),
  /** `waits`: it is not in front of anybody, so its own time does not run yet. */
  clock: z.enum(["runs", "waits"]),
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
  /** `no`: whatever is decided holds once; `session`: until the session ends at most. */
  rememberable: z.enum(["yes", "session", "no"]),
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
