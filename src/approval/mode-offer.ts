/** Which modes a suggestion offers, and in which words. Never the one in force, never one above the cap. */
import type { Mode } from "../core/ruling.ts";

export interface InForce {
  readonly mode: Mode;
  /** The loosest mode that the organisation lets be. Left out: all of them. */
  readonly cap?: Mode;
}

/** A profile or a file asks for a mode, for a reason in guard's words. */
export interface Wish {
  readonly mode: Mode;
  readonly because: string;
}

export type About =
  | { readonly kind: "denials"; readonly said: string }
  | { readonly kind: "wish"; readonly wish: Wish };

/** From the tightest to the loosest. */
const LOOSENESS: readonly Mode[] = ["plan", "default", "full-auto"];

export function offeredModes(about: About, { mode: inForce, cap = "full-auto" }: InForce): Mode[] {
  const modes: readonly Mode[] = about.kind === "wish" ? [about.wish.mode] : ["plan", "full-auto"];
  return modes.filter((mode) => mode !== inForce && LOOSENESS.indexOf(mode) <= LOOSENESS.indexOf(cap));
}

const WHEN: Record<Mode, string> = {
  plan: "PLAN if you do not trust it (only reading passes, and nobody is asked)",
  default: "DEFAULT if you want to be asked about what changes something",
  "full-auto": "FULL_AUTO if you trust it (what no rule speaks about passes)",
};

export function describeOffer(about: About, modes: readonly Mode[]): string {
  if (about.kind === "wish") return about.wish.because;
  return `${about.said}: ${modes.map((mode) => WHEN[mode]).join(", ")}`;
}
