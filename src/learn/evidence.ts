/** What a recorded check says for a rule, and what against it. */
import { writesByRedirection } from "../approval/ladder/open-output.ts";
import type { Unallowed } from "./asked-part.ts";
import type { Seen } from "./seen.ts";
import type { JudgedSeen } from "./try-rules.ts";

export function yesOf(checks: readonly { readonly seen: Seen }[]): number {
  return checks.reduce((sum, { seen }) => sum + seen.standing, 0);
}

/** What was cut or redacted is not what people said yes to. */
export function isSource({ seen, unallowed }: JudgedSeen): boolean {
  return unallowed !== undefined && isAnswered(unallowed) && seen.text === "whole";
}

/** Yes to `echo a > notes.txt` is no yes to `echo a > Makefile`, which a rule for `echo a` would allow as well. */
export function leavesOutputOpen({ result }: JudgedSeen): boolean {
  return result?.commands.some((part) => part.ruling !== "allow" && writesByRedirection(part)) ?? false;
}

export function isAnswered({ seen, ruling }: Unallowed): boolean {
  return ruling === "ask" && seen.standing > 0;
}

/** Such a thing must not be allowed by the way. */
export function isAgainst({ seen, ruling, remember }: Unallowed): boolean {
  return seen.refused === "yes" || ruling !== "ask" || remember !== undefined;
}
