/** How worried one should be: a word first, a colour second. */
import type { Pending } from "../protocol/question-messages.ts";
import type { Style } from "./row.ts";

const RISKS: Record<Pending["risk"], { readonly word: string; readonly style: Style }> = {
  dangerous: { word: "DANGEROUS", style: "danger" },
  "needs-review": { word: "needs a look", style: "warning" },
  safe: { word: "looks safe", style: "good" },
};

export function riskOf({ risk, ruling }: Pending): { readonly word: string; readonly style: Style } {
  const { word, style } = RISKS[risk];
  return ruling === "confirm" ? { word: `${word}, MUST BE CONFIRMED`, style: "danger" } : { word, style };
}

/** For rows with little room. */
export function shortRisk({ risk, ruling }: Pending): { readonly word: string; readonly style: Style } {
  return ruling === "confirm" ? { word: "CONFIRM", style: "danger" } : RISKS[risk];
}
