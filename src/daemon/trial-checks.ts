/** Checks as they would come out with rules added: each once, the loop given back in between, and no more than a person waits for. */
import type { RungMatch } from "../approval/ladder/rung.ts";
import type { Mode } from "../core/ruling.ts";
import type { Engine } from "../decide/engine.ts";
import type { CheckResult } from "../decide/result.ts";
import type { SaveLayer } from "../protocol/card-messages.ts";
import { judgeAll, type UnjudgedCheck } from "./judge-all.ts";
import type { PolicyInForce } from "./policy-in-force.ts";
import type { TakeTurn } from "./turns.ts";

/** As it was judged: with its shell's aliases, and with what else the same start may be. */
export type TriedQuestion = Pick<UnjudgedCheck, "input" | "alsoHolds">;

export interface TrialChecks {
  /** Undefined: no file could hold the rules, or the time is over. */
  check(
    matches: readonly RungMatch[],
    question: TriedQuestion,
    layer?: SaveLayer,
  ): Promise<CheckResult | undefined>;
  /** `yes`: something was not tried, because there was no time. */
  readonly cutShort: "no" | "yes";
}

export interface TrialPorts {
  /** What the ladder is for; all others are examples. */
  readonly own: TriedQuestion;
  readonly policy: Pick<PolicyInForce, "trial">;
  readonly takeTurn: TakeTurn;
  readonly mode: Mode;
  readonly nowMs?: () => number;
}

const MOST_CHECKS = 64;
const MOST_MS = 400;
/** Examples are the first to be left out. */
const MOST_EXAMPLES_MS = 250;

export function createTrialChecks({
  own,
  policy,
  takeTurn,
  mode,
  nowMs = () => performance.now(),
}: TrialPorts): TrialChecks {
  let startedMs: number | undefined;
  const done = new Map<TriedQuestion, Map<string, CheckResult | undefined>>();
  let checks = 0;
  let cutShort: TrialChecks["cutShort"] = "no";
  return {
    get cutShort() {
      return cutShort;
    },
    async check(matches, question, layer = "user") {
      const known = done.get(question) ?? new Map<string, CheckResult | undefined>();
      done.set(question, known);
      const key = `${layer} ${JSON.stringify(matches)}`;
      if (known.has(key)) return known.get(key);
      const mostMs = question === own ? MOST_MS : MOST_EXAMPLES_MS;
      const isOver = startedMs !== undefined && nowMs() - startedMs >= mostMs;
      if (isOver || checks >= MOST_CHECKS) {
        cutShort = "yes";
        return undefined;
      }
      checks++;
      await new Promise((resolve) => setImmediate(resolve));
      const trial = await policy.trial([...matches], layer);
      // The very first one in a session has loaded zod before.
      startedMs ??= nowMs();
      const result =
        trial.kind === "refused" ? undefined : await tried(question, mode, trial.engine, takeTurn);
      known.set(key, result);
      return result;
    },
  };
}

function tried(question: TriedQuestion, mode: Mode, engine: Engine, takeTurn: TakeTurn) {
  return takeTurn(() => judgeAll(question, mode, engine));
}
