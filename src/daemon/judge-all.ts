/** The engine's answer to everything that one start may be, and the check with it as the next steps need it. */
import { strictnessOf } from "../core/ruling.ts";
import type { Engine } from "../decide/engine.ts";
import type { CheckResult } from "../decide/result.ts";
import type { Asker } from "./askers.ts";
import type { OpenCheck } from "./open-check.ts";
import { type ChainLink, findChain, type TreeTop } from "./process-chain.ts";

export type UnjudgedCheck = Pick<
  OpenCheck,
  "id" | "from" | "input" | "key" | "alsoAs" | "alsoHolds" | "byName"
>;

/** The strictest counts: of what it is, and of what it may turn out to be. */
export async function judgeAll(
  { input, alsoHolds = [] }: Pick<UnjudgedCheck, "input" | "alsoHolds">,
  mode: OpenCheck["mode"],
  engine: Engine,
  foreseen?: CheckResult,
): Promise<CheckResult> {
  let result = foreseen ?? (await engine.check({ ...input, mode }));
  for (const { argv, counts } of alsoHolds) {
    const other = await engine.check({ what: { kind: "argv", argv }, cwd: input.cwd, mode });
    if (counts === "denials" && other.ruling === "ask") continue;
    if (strictnessOf(other.ruling) > strictnessOf(result.ruling)) result = other;
  }
  return result;
}

export function openCheck(
  check: UnjudgedCheck,
  result: CheckResult,
  mode: OpenCheck["mode"],
  asker: Asker,
  engine: Engine,
  top: TreeTop,
): OpenCheck {
  let chain: readonly ChainLink[] | undefined;
  return {
    ...check,
    result,
    mode,
    get chain() {
      chain ??= findChain(check.from.pid, top, check.from.stamp);
      return chain;
    },
    otherReadings: () =>
      Promise.all(
        [
          ...(check.alsoHolds?.length ? [check.input.what] : []),
          ...(check.alsoAs ?? []).map((argv) => ({ kind: "argv", argv }) as const),
        ].map((what) => engine.check({ what, cwd: check.from.cwd, mode })),
      ),
    readByName: async () =>
      check.byName &&
      engine.check({ what: { kind: "argv", argv: check.byName.argv }, cwd: check.from.cwd, mode }),
    inMode: (other) => judgeAll(check, other, engine),
    onGone: (call) => asker.onGone(call),
    seenChain: () => chain,
  };
}
