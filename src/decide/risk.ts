/** How worried a person should be: safe, needs-review, dangerous. */
import type { Effect } from "../core/effect.ts";
import type { Risk, Ruled } from "../core/ruling.ts";
import type { Judged } from "./judged.ts";

export function riskOf(ruled: Ruled, { classified }: Judged): Risk {
  if (ruled.ruling === "deny" && ruled.layer === "floor") return "dangerous";
  if (ruled.ruling === "confirm" || classified.confirm) return "dangerous";
  if (classified.effects.some(isDangerous)) return "dangerous";
  const known = ruled.layer === "mode" ? ruled.rule !== "mode.full-auto" : ruled.layer === "agent";
  return ruled.ruling === "allow" && known ? "safe" : "needs-review";
}

function isDangerous(effect: Effect): boolean {
  switch (effect.kind) {
    case "privilege":
    case "tamper":
      return true;
    case "delete":
      return (
        effect.recursive === true || effect.target?.kind === "unknown-path" || effect.target?.kind !== "path"
      );
    case "write":
      return effect.recursive === true && effect.target?.kind === "path";
    case "execute":
    case "network":
    case "read":
    case "list":
    case "search":
      return false;
  }
}

const ORDER: readonly Risk[] = ["safe", "needs-review", "dangerous"];

export function worstRisk(risks: readonly Risk[]): Risk {
  return risks.reduce<Risk>(
    (worst, risk) => (ORDER.indexOf(risk) > ORDER.indexOf(worst) ? risk : worst),
    "safe",
  );
}
