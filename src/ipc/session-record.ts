/** What a session's folder says about its processes. Apart from the folders: zod is not loaded just to make one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { isAlive } from "./process-stamp.ts";

const STAMP = z.strictObject({ pid: z.number(), startTicks: z.number() });

const SESSION = z.strictObject({
  v: z.literal(1),
  session: z.string(),
  launcher: STAMP,
  daemon: z.optional(STAMP),
  seat: z.optional(STAMP),
  agent: z.array(z.string()),
  cwd: z.string(),
  startedAtMs: z.number(),
});
export type SessionRecord = z.infer<typeof SESSION>;

/** Undefined: not there, or not ours to understand. */
export function readSession(folder: string): SessionRecord | undefined {
  try {
    const parsed = SESSION.safeParse(JSON.parse(readFileSync(join(folder, "control/session.json"), "utf8")));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody of it lives any more. A folder without a readable record may be one that is being made right now. */
export function isDead(record: SessionRecord): boolean {
  return ![record.launcher, record.daemon, record.seat].some(
    (stamp) => stamp !== undefined && isAlive(stamp),
  );
}
