/** What a subscriber hears, each a frame of its own between the answers; they have `event` and no `id`. */
import * as z from "zod/mini";
import { PENDING } from "./question-messages.ts";
import { STATUS } from "./status-message.ts";

/** One verdict that a person may want to see pass by: denials, answers, grants; not what was plainly allowed. */
export const RECENT = z.strictObject({
  check: z.string(),
  atMs: z.number(),
  verdict: z.enum(["allow", "deny"]),
  /** Who decided, as in the record: person, grant, rule, mode, timeout, … */
  by: z.string(),
  /** Its beginning; the record has the whole. */
  line: z.string(),
  reason: z.string(),
});
export type Recent = z.infer<typeof RECENT>;

export const HOW_OVER = ["allowed", "denied", "timed-out", "withdrawn"] as const;

export const CONTROL_EVENT = z.discriminatedUnion("event", [
  /** A new question, or one that is not as it was: another waits for it, its clock runs. */
  z.strictObject({ event: z.literal("question"), question: PENDING }),
  /** Nobody can answer it any more. */
  z.strictObject({ event: z.literal("over"), check: z.string(), how: z.enum(HOW_OVER) }),
  z.strictObject({ event: z.literal("recent"), recent: RECENT }),
  z.strictObject({ event: z.literal("status"), status: STATUS }),
  z.strictObject({ event: z.literal("ended"), why: z.string() }),
]);
export type ControlEvent = z.infer<typeof CONTROL_EVENT>;
