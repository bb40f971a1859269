/** How free a mode is, and the freest that a policy lets anybody choose (`settings.max_mode`). */
import type { Mode } from "../core/ruling.ts";
import type { ModeWish, PolicyLayer, Settings } from "./policy.ts";

export type Cap = Pick<Settings, "maxMode" | "maxModeFrom">;

/** Strictest first. */
const BY_FREEDOM: readonly Mode[] = ["plan", "default", "full-auto"];

export function isLooser(mode: Mode, than: Mode): boolean {
  return BY_FREEDOM.indexOf(mode) > BY_FREEDOM.indexOf(than);
}

/** The mode itself, or the cap where the mode is above it. */
export function capMode(mode: Mode, cap: Mode): Mode {
  return isLooser(mode, cap) ? cap : mode;
}

const CAPPERS: Readonly<Record<PolicyLayer, string>> = {
  org: "the organisation",
  user: "your own policy file",
  project: "the project's policy file",
};

/** For people: who caps the mode, and at what. */
export function describeCap({ maxMode, maxModeFrom }: Cap): string {
  const who = maxModeFrom === undefined ? "guard" : CAPPERS[maxModeFrom];
  return `${who} allows mode ${maxMode} at most (max_mode)`;
}

export interface UsableWishes {
  readonly wishes: readonly ModeWish[];
  readonly warnings: readonly string[];
}

/** What is left to ask a person about: a mode that is in force already needs no wish, one above the cap cannot be had. */
export function usableWishes(wishes: readonly ModeWish[], inForce: Mode, cap: Cap): UsableWishes {
  const told = new Map(wishes.map((wish) => [`${wish.from} ${wish.mode}`, wish]));
  const open = [...told.values()].filter(({ mode }) => mode !== inForce);
  return {
    wishes: open.filter(({ mode }) => !isLooser(mode, cap.maxMode)),
    warnings: open
      .filter(({ mode }) => isLooser(mode, cap.maxMode))
      .map(({ mode, from }) => `${from} asks for mode ${mode}: not offered, ${describeCap(cap)}`),
  };
}
