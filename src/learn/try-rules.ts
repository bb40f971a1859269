/** Recorded checks tried by engines of today: as the policy is, and with rules added. Each engine with rules is made once and used up. */
import type { RungMatch } from "../approval/ladder/rung.ts";
import type { CheckResult } from "../decide/result.ts";
import { findUnallowed, type Unallowed } from "./asked-part.ts";
import type { Open, OpenFor } from "./engines.ts";
import { inputOf } from "./input-of.ts";
import type { Seen } from "./seen.ts";

export interface JudgedSeen {
  readonly seen: Seen;
  readonly unallowed: Unallowed | undefined;
  /** Only of what people said yes to: the others need no rule of their own. */
  readonly result?: CheckResult;
}

export async function judgeAll(own: readonly Seen[], openFor: OpenFor): Promise<JudgedSeen[]> {
  const judged: JudgedSeen[] = [];
  for (const seen of own) {
    const result = await (await openOf(seen, openFor))?.engine.check(inputOf(seen));
    if (result === undefined) continue;
    const unallowed = findUnallowed(seen, result);
    judged.push({ seen, unallowed, ...(seen.standing > 0 ? { result } : {}) });
  }
  return judged;
}

export async function allowedBy(
  matches: readonly RungMatch[],
  pool: readonly Unallowed[],
  openFor: OpenFor,
): Promise<Unallowed[]> {
  const allowed: Unallowed[] = [];
  for (const one of pool) {
    const open = await openOf(one.seen, openFor);
    const result = open && (await checkWith(open, matches, one.seen, "user"));
    if (result?.ruling === "allow") allowed.push(one);
  }
  return allowed;
}

export async function checkWith(
  open: Open,
  matches: readonly RungMatch[],
  seen: Seen,
  layer: "user" | "project",
): Promise<CheckResult | undefined> {
  const trial = await open.withRules([...matches], layer);
  return trial.kind === "engine" ? trial.engine.check(inputOf(seen)) : undefined;
}

export async function openOf(seen: Seen, openFor: OpenFor): Promise<Open | undefined> {
  const opened = await openFor(seen);
  return opened.kind === "open" ? opened : undefined;
}
