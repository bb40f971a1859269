/** The tiers of guard, from the strongest to the weakest, and how a session is put into each of them. */
import { spawnSync } from "node:child_process";
import { asUser, type User } from "./user.ts";

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

/** Whether a session can be put into that tier here, as that user; it is said where not. */
export function hasTier(tier: Tier, user: User): boolean {
  if (tier === "gate" || tier === "advisory") return true;
  const { status } = spawnSync("/usr/bin/bwrap", ["--dev-bind", "/", "/", "true"], asUser(user));
  if (status !== 0)
    process.stderr.write(`evasion: ${tier} as ${user} is skipped: bubblewrap does not work here\n`);
  return status === 0;
}
