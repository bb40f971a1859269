/** One session as its approvers see it. */
import * as z from "zod/mini";
import { MODES } from "../core/ruling.ts";

/** Another mode might fit better. Only a person switches. */
export const SUGGESTION = z.strictObject({
  id: z.string(),
  /** In guard's words: "you said no 3 times in a row", "the project's file asks for it". */
  because: z.string(),
  /** Modes to choose from; never the one in force, never one that the organisation forbids. */
  modes: z.array(z.enum(MODES)),
});
export type Suggestion = z.infer<typeof SUGGESTION>;

/** The agent tries again and again what was denied, in other words. */
export const LOOP = z.strictObject({
  id: z.string(),
  /** What all of them would do, in plain words. */
  intent: z.string(),
  /** The lines, oldest first; the newest few. */
  spellings: z.array(z.string()),
  /** Different lines in all, and tries in all. */
  spelled: z.number(),
  tried: z.number(),
  lastAtMs: z.number(),
});
export type Loop = z.infer<typeof LOOP>;

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
  /** The record's head, as `guard log verify --head` takes it: seen here, it cannot be changed there. */
  record: z.optional(z.string()),
  /** Consoles that are attached now; cards of guard run are not counted. */
  consoles: z.number(),
  suggestion: z.optional(SUGGESTION),
  loops: z.array(LOOP),
  notices: z.array(z.strictObject({ atMs: z.number(), text: z.string() })),
});
export type Status = z.infer<typeof STATUS>;
