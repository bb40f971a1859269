/** The table of docs/THREAT-MODEL.md: which attempts stay open in which tiers. */
import type { Intrusion } from "./intrusion.ts";
import { TIERS } from "./tier.ts";

export function tableOfOpenRows(rows: readonly Intrusion[]): string {
  const lines = [...groupRows(rows)].map(([tiers, names]) => `| ${tiers} | ${names.join("; ")} |`);
  return ["| open in | what the agent gets |", "|---|---|", ...lines].join("\n");
}

/** The most open first. */
function groupRows(rows: readonly Intrusion[]): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  const byOpenness = [...rows].sort((one, other) => other.open.length - one.open.length);
  for (const row of byOpenness) {
    const tiers = wordsFor(row);
    groups.set(tiers, [...(groups.get(tiers) ?? []), nameOf(row)]);
  }
  return groups;
}

function wordsFor({ open }: Intrusion): string {
  if (open.length === TIERS.length) return "every tier";
  return open.length === 0 ? "no tier" : TIERS.filter((tier) => open.includes(tier)).join(", ");
}

/** Where one is for root, or for others, the same words may stand twice. */
const nameOf = ({ name, as }: Intrusion) => (as === undefined ? name : `${name} (${as})`);
