/**
 * What a mode makes of one command, after rules and grants have spoken. Pure: same input, same answer.
 * It must never turn a deny into anything else, and PLAN, the cap, is applied last.
 */
import type { Mode, Ruled } from "../core/ruling.ts";

/**
 * What kind of command it is. `quiet`: it only reads, lists, searches, or does nothing. `unknown-text`: what would run
 * cannot be known (unparsable, eval of unknown, script from a pipe). `confirm`: changing use of a cloud or cluster tool.
 */
export const NATURES = ["quiet", "changing", "unknown-text", "confirm"] as const;
export type Nature = (typeof NATURES)[number];

/** A person's remembered answer that fits this command. */
export interface Granted extends Ruled {
  /** `confirm`: the person typed CONFIRM for it, so it answers a confirm as well. */
  readonly answers: "ask" | "confirm";
}

/** Why the ruling is what it is, as far as the settings care. */
export const BASES = [
  "quiet",
  "listed",
  "auto",
  "miss",
  "rule",
  "unknown-text",
  "confirm",
  "denied",
] as const;
export type Basis = (typeof BASES)[number];

export interface RuledInMode extends Ruled {
  readonly basis: Basis;
}

export interface ModeInput {
  /** What floor and layers decided; undefined when no rule spoke. */
  readonly ruled?: Ruled;
  /** Pass it only if the rule that asks may be answered by a grant (not `remember: never`). */
  readonly granted?: Granted;
  readonly nature: Nature;
}

export function applyMode(input: ModeInput, mode: Mode): RuledInMode {
  const ruled = byRuleOrGrant(input) ?? byMode(input.nature, mode);
  return mode === "plan" ? capByPlan(ruled, input.nature) : ruled;
}

/** Rules and grants come before the mode; undefined when neither spoke. */
function byRuleOrGrant({ ruled, granted, nature }: ModeInput): RuledInMode | undefined {
  if (ruled?.ruling !== "deny" && granted && answers(granted, ruled, nature))
    return { ...granted, basis: "listed" };
  if (!ruled) return undefined;
  switch (ruled.ruling) {
    case "deny":
      return { ...ruled, basis: "denied" };
    case "allow":
      // No rule can have read what nobody can read: unknown text is never allowed silently.
      return nature === "unknown-text" ? undefined : { ...ruled, basis: "listed" };
    case "ask":
      return { ...ruled, basis: nature === "unknown-text" ? "unknown-text" : "rule" };
    case "confirm":
      return { ...ruled, basis: "confirm" };
  }
}

function answers(granted: Granted, ruled: Ruled | undefined, nature: Nature): boolean {
  if (granted.ruling !== "allow") return false;
  const needsConfirm = ruled ? ruled.ruling === "confirm" : nature === "confirm";
  return !needsConfirm || granted.answers === "confirm";
}

function byMode(nature: Nature, mode: Mode): RuledInMode {
  const common = { layer: "mode", rule: `mode.${mode}` } as const;
  switch (nature) {
    case "quiet":
      return { ...common, ruling: "allow", because: "it only reads, lists or searches", basis: "quiet" };
    case "unknown-text":
      return {
        ...common,
        ruling: "ask",
        because: "what would run cannot be known before it runs",
        basis: "unknown-text",
      };
    case "confirm":
      return {
        ...common,
        ruling: "confirm",
        because: "it can change systems beyond this machine",
        basis: "confirm",
      };
    case "changing":
      return mode === "full-auto"
        ? {
            ...common,
            ruling: "allow",
            because: "mode FULL_AUTO allows what no rule speaks about",
            basis: "auto",
          }
        : {
            ...common,
            ruling: "ask",
            because: "it does more than read, and no rule or grant allows it",
            basis: "miss",
          };
  }
}

/** Only quiet commands pass, whatever rules or grants say; nobody is asked. A deny keeps its own reason. */
function capByPlan(ruled: RuledInMode, nature: Nature): RuledInMode {
  if (ruled.ruling === "deny" || nature === "quiet") return ruled;
  return {
    ruling: "deny",
    layer: "mode",
    rule: "mode.plan",
    because: "mode PLAN lets only reading pass",
    instead: "say what you would run, and ask the user to leave mode PLAN",
    basis: "denied",
  };
}
