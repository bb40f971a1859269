/** The tiers, in the words of the start line, and which of them a session reached. Pure. */
import type { Canary, CanaryResult } from "./canary.ts";

export const TIERS = ["full", "gate", "confined", "advisory"] as const;
export type Tier = (typeof TIERS)[number];

/** What the start line says: `gate+confined+hooks`, `gate+hooks`, `confined+hooks+shims (advisory)`, … */
export function claimedTier(words: string): Tier {
  const layers = (words.split(" ")[0] ?? "").split("+");
  const hasGate = layers.includes("gate");
  if (layers.includes("confined")) return hasGate ? "full" : "confined";
  return hasGate ? "gate" : "advisory";
}

const INCLUDES: Readonly<Record<Tier, readonly Tier[]>> = {
  full: ["full", "gate", "confined", "advisory"],
  gate: ["gate", "advisory"],
  confined: ["confined", "advisory"],
  advisory: ["advisory"],
};

export function includesTier(tier: Tier, other: Tier): boolean {
  return INCLUDES[tier].includes(other);
}

/** What all of several sessions have. */
export function commonTier(tiers: readonly Tier[]): Tier {
  return TIERS.find((tier) => tiers.every((one) => includesTier(one, tier))) ?? "advisory";
}

/** What the doctor could find out about the kernel. */
export interface Kernel {
  readonly scopes: "there" | "missing";
}

/** Does this tier depend on this canary? */
export function promises(tier: Tier, { heldIn, onlyWith }: Canary, { scopes }: Kernel): boolean {
  return heldIn.includes(tier) && (onlyWith === undefined || scopes === "there");
}

/** The canaries that this tier should hold, and that were not held. */
export function brokenPromises(
  tier: Tier,
  canaries: readonly Canary[],
  results: readonly CanaryResult[],
  kernel: Kernel,
): readonly CanaryResult[] {
  return results.filter(({ id, outcome }) => {
    const canary = canaries.find((one) => one.id === id);
    return (
      canary !== undefined && promises(tier, canary, kernel) && outcome !== "held" && outcome !== "absent"
    );
  });
}

/** The strongest tier that the sessions said they have and that the canaries prove. */
export function provenTier(
  claimed: Tier,
  canaries: readonly Canary[],
  results: readonly CanaryResult[],
  kernel: Kernel,
): Tier | "none" {
  const proven = TIERS.filter((tier) => includesTier(claimed, tier)).find(
    (tier) => brokenPromises(tier, canaries, results, kernel).length === 0,
  );
  return proven ?? "none";
}
