/** The words every part of guard shares. This folder imports nothing. */

/** What one layer says. The order is the strictness. */
export const RULINGS = ["allow", "ask", "confirm", "deny"] as const;
export type Ruling = (typeof RULINGS)[number];

export const MODES = ["default", "plan", "full-auto"] as const;
export type Mode = (typeof MODES)[number];

/** How worried a person should be. */
export type Risk = "safe" | "needs-review" | "dangerous";

/** Who spoke. A wider layer comes first. */
export type Layer = "floor" | "org" | "user" | "project" | "grant" | "agent" | "mode" | "parser";

/** One layer's ruling on one command, with everything a person needs to understand it. */
export interface Ruled {
  readonly ruling: Ruling;
  readonly layer: Layer;
  /** Stable id, e.g. `floor.sensitive-path` or `user.no-force-push`. */
  readonly rule: string;
  readonly because: string;
  /** What the agent should do instead, where the rule knows it. */
  readonly instead?: string;
}

export function strictnessOf(ruling: Ruling): number {
  return RULINGS.indexOf(ruling);
}

/** The strictest ruling wins; silence is not consent. */
export function strictest(rulings: readonly Ruling[]): Ruling {
  let worst: Ruling | undefined;
  for (const ruling of rulings) {
    if (worst === undefined || strictnessOf(ruling) > strictnessOf(worst)) worst = ruling;
  }
  return worst ?? "deny";
}
