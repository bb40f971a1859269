/**
 * While the kernel loads a program, what its caller announced is judged already. The answer counts only for a check that turns
 * out to be the very same, moments later; the announcement itself decides nothing, and may be a lie.
 */
import { realpathSync, statSync } from "node:fs";
import type { Mode } from "../core/ruling.ts";
import type { CheckResult } from "../decide/result.ts";
import type { GateExec, GateHint } from "../protocol/gate-messages.ts";
import type { PreparedCheck } from "./check-input.ts";
import { prepareExec } from "./exec-check.ts";
import { findLoaded } from "./loaded-program.ts";
import type { SessionState } from "./session-state.ts";

export interface Foresight {
  foresee(hint: GateHint, state: SessionState): void;
  take(input: PreparedCheck["input"], mode: Mode): Promise<CheckResult | undefined>;
}

const MOST_AT_ONCE = 4;
/** Facts on the disk may have changed by then. */
const MAX_AGE_MS = 50;

interface Foreseen {
  readonly result: Promise<CheckResult | undefined>;
  readonly atMs: number;
}

export function createForesight(): Foresight {
  const foreseen = new Map<string, Foreseen>();
  return {
    foresee(hint, state) {
      const { mode } = state;
      const exec = guess(hint);
      if (exec === undefined) return;
      const judging = prepareExec(exec, findLoaded(exec), state.userPath).then(async ({ input }) => {
        const engine = await state.policy.current();
        const result = state.takeTurn(() => engine.check({ ...input, mode })).catch(() => undefined);
        foreseen.set(keyOf(input, mode), { result, atMs: performance.now() });
        if (foreseen.size > MOST_AT_ONCE) foreseen.delete(foreseen.keys().next().value ?? "");
      });
      judging.catch(() => undefined);
    },
    async take(input, mode) {
      if (foreseen.size === 0) return undefined;
      const key = keyOf(input, mode);
      const found = foreseen.get(key);
      foreseen.delete(key);
      return found !== undefined && performance.now() - found.atMs <= MAX_AGE_MS ? found.result : undefined;
    },
  };
}

function keyOf(input: PreparedCheck["input"], mode: Mode): string {
  return JSON.stringify([mode, input]);
}

/** What the gate would tell of it, if it is true. Scripts are left out: their interpreters are not known yet. */
function guess({ file, cwd, arg }: GateHint): GateExec | undefined {
  try {
    const path = realpathSync.native(file);
    const { dev, ino } = statSync(path, { bigint: true });
    const facts = { path, device: String(dev), inode: String(ino), file, cwd, arg, env: [] };
    return { guard: "1", op: "exec", id: "0", pid: "1", parent: "0", start: "0", text: "exact", ...facts };
  } catch {
    return undefined;
  }
}
