/** What guard run says at its start: one line that fits 80 columns, and others where there is no gate or a profile. */
import type { Mode } from "../core/ruling.ts";
import type { Console } from "../protocol/consoles.ts";
import type { Gate } from "./find-gate.ts";

export interface StartFacts {
  readonly session: string;
  readonly mode: Mode;
  readonly tier: string;
  readonly console: Console;
  readonly profiles: ChosenProfiles;
  readonly gate: Gate;
}

/** `by`: given with --profile, or the user's answer at a first visit of this project. */
export interface ChosenProfiles {
  readonly names: readonly string[];
  readonly by: "hand" | "memory";
}

export function startLines({ session, mode, tier, console, profiles, gate }: StartFacts): string[] {
  const parts = [`session ${session}`, mode.toUpperCase().replace("-", "_"), tier, asks(mode, console)];
  return [parts.join(", "), ...gateLines(gate), ...profileLines(profiles)];
}

/** PLAN denies whatever would be a question, so there is nothing to answer. */
function asks(mode: Mode, console: StartFacts["console"]): string {
  if (console === "none") return "asks: nobody, denies";
  if (mode === "plan") return "asks: nothing, denies";
  return console === "wait" ? "asks: guard console" : "asks: here";
}

/** Only where it was wanted. */
function gateLines(gate: Gate): string[] {
  return gate.kind === "off" && gate.reason !== undefined ? [`no exec gate: ${gate.reason}`] : [];
}

function profileLines({ names, by }: ChosenProfiles): string[] {
  if (names.length === 0) return [];
  const origin = by === "hand" ? "by --profile" : "remembered here (undo: guard policy forget)";
  return [`${names.length === 1 ? "profile" : "profiles"} ${names.join(", ")}, ${origin}`];
}
