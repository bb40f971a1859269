/** The one line that guard run says at its start. */
import type { Mode } from "../core/ruling.ts";

export interface StartFacts {
  readonly session: string;
  readonly mode: Mode;
  readonly tier: string;
  readonly console: "wait" | "none";
  readonly profiles: readonly string[];
}

export function startLine({ session, mode, tier, console, profiles }: StartFacts): string {
  const parts = [
    `session ${session}`,
    `mode ${mode.toUpperCase().replace("-", "_")}`,
    ...(profiles.length === 0 ? [] : [`profile ${profiles.join(", ")}`]),
    `tier ${tier}`,
    console === "wait"
      ? "approvals: guard pending in another terminal"
      : "approvals: none, what needs a question is denied",
  ];
  return parts.join(", ");
}
