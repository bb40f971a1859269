/** What guard run says at its start: one line that fits 80 columns, and a second one where profiles are on. */
import type { Mode } from "../core/ruling.ts";

export interface StartFacts {
  readonly session: string;
  readonly mode: Mode;
  readonly tier: string;
  readonly console: "wait" | "none";
  readonly profiles: ChosenProfiles;
}

/** `by`: given with --profile, or the user's answer at a first visit of this project. */
export interface ChosenProfiles {
  readonly names: readonly string[];
  readonly by: "hand" | "memory";
}

export function startLines({ session, mode, tier, console, profiles }: StartFacts): string[] {
  const parts = [
    `session ${session}`,
    mode.toUpperCase().replace("-", "_"),
    tier,
    console === "wait" ? "asks: guard pending" : "asks: nobody, denies",
  ];
  return [parts.join(", "), ...profileLines(profiles)];
}

function profileLines({ names, by }: ChosenProfiles): string[] {
  if (names.length === 0) return [];
  const origin = by === "hand" ? "by --profile" : "remembered here (undo: guard policy forget)";
  return [`${names.length === 1 ? "profile" : "profiles"} ${names.join(", ")}, ${origin}`];
}
