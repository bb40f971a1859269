/** The tiers of guard, from the strongest to the weakest, and how a session is put into each of them. */

export const TIERS = ["full", "gate", "confined", "advisory"] as const;
export type Tier = (typeof TIERS)[number];

interface HowTo {
  readonly options: readonly string[];
  /** Of guard's first line. */
  readonly says: string;
}

export const HOW_TO: Readonly<Record<Tier, HowTo>> = {
  full: { options: ["--gate", "on", "--confine", "on"], says: "gate+confined+hooks" },
  gate: { options: ["--gate", "on", "--confine", "off"], says: "gate+hooks" },
  confined: { options: ["--gate", "off", "--confine", "on"], says: "confined+hooks+shims (advisory)" },
  advisory: { options: ["--gate", "off", "--confine", "off"], says: "hooks+shims (advisory)" },
};
