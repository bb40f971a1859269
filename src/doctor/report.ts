/** What the doctor says, as data: `guard doctor --json` prints it as it is (docs/DOCTOR.md). Pure. */
import type { AgentCoverage } from "./agent-coverage.ts";
import type { Canary, CanaryResult, Layer, Outcome } from "./canary.ts";
import type { Finding } from "./findings.ts";
import { brokenPromises, includesTier, type Kernel, promises, provenTier, type Tier } from "./tiers.ts";

export interface Report {
  /** Said by guard run and proven by the canaries. */
  readonly tier: Tier | "none";
  /** Said by guard run; null: no session started. */
  readonly claimed: Tier | null;
  readonly wanted: Tier;
  readonly ok: boolean;
  readonly canaries: readonly ReportedCanary[];
  readonly lacks: readonly Finding[];
  /** Why there was no session. */
  readonly problem?: string;
  readonly agent?: AgentCoverage;
}

export interface ReportedCanary {
  readonly id: string;
  readonly about: string;
  readonly outcome: Outcome;
  readonly by: Layer | null;
  readonly detail: string;
  /** The wanted tier promises to hold it. */
  readonly wanted: boolean;
  /** The tiers that do. */
  readonly tiers: readonly Tier[];
}

export interface Examined {
  readonly wanted: Tier;
  readonly claimed: Tier | null;
  readonly canaries: readonly Canary[];
  readonly results: readonly CanaryResult[];
  readonly kernel: Kernel;
  readonly lacks: readonly Finding[];
  readonly problem: string | undefined;
}

export function reportOn({ wanted, claimed, canaries, results, kernel, lacks, problem }: Examined): Report {
  const tier = claimed === null ? "none" : provenTier(claimed, canaries, results, kernel);
  const isReached = claimed !== null && tier !== "none" && includesTier(tier, wanted);
  return {
    tier,
    claimed,
    wanted,
    ok: isReached && brokenPromises(wanted, canaries, results, kernel).length === 0,
    canaries: canaries.flatMap((canary) => {
      const result = results.find(({ id }) => id === canary.id);
      return result === undefined ? [] : [reported(canary, result, promises(wanted, canary, kernel))];
    }),
    lacks,
    ...(problem === undefined ? {} : { problem }),
  };
}

function reported(canary: Canary, { outcome, by, detail }: CanaryResult, wanted: boolean): ReportedCanary {
  const { id, about, heldIn } = canary;
  return { id, about, outcome, by: by ?? null, detail, wanted, tiers: heldIn };
}

/** The agent's own end is told, not judged; a session in a weaker tier than wanted is. */
export function withAgent(report: Report, agent: AgentCoverage): Report {
  const isCovered = agent.tier !== null && includesTier(agent.tier, report.wanted);
  return { ...report, ok: report.ok && isCovered, agent };
}
