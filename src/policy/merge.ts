/** Org, then user, then project: what the rules together say about one simple command. */
import { type Ruling, strictnessOf } from "../core/ruling.ts";
import { matchRule } from "./match.ts";
import {
  POLICY_LAYERS,
  type PolicyLayer,
  type PolicyLayers,
  REMEMBERS,
  type Remember,
  type Rule,
  type RuledByPolicy,
  type Subject,
} from "./policy.ts";
import { candidates } from "./rule-index.ts";

/** Every rule of every layer that matches, widest layer first, in the order of the files. */
export function evaluate(layers: PolicyLayers, subject: Subject): RuledByPolicy[] {
  const found: RuledByPolicy[] = [];
  for (const layer of POLICY_LAYERS) {
    for (const rule of candidates(layers[layer], subject)) {
      const hit = matchRule(rule, subject, layers.context);
      if (hit !== "no") found.push(ruledBy(rule, hit));
    }
  }
  return found;
}

function ruledBy(rule: Rule, certainty: "yes" | "maybe"): RuledByPolicy {
  const { layer, remember, overridable, standing, source } = rule;
  const common = { layer, rule: rule.id, remember, overridable, standing, source, certainty };
  const instead = rule.instead === undefined ? {} : { instead: rule.instead };
  if (certainty === "yes") return { ...common, ruling: rule.ruling, because: rule.because, ...instead };
  const because = `it holds words that are not known before it runs, and with them rule ${rule.id} may apply: ${rule.because}`;
  return { ...common, ruling: "ask", because, ...instead };
}

/**
 * What all layers together decide; undefined when no rule spoke. The strictest word wins, except that a narrower
 * layer replaces a wider rule that is `overridable`. Neither a "maybe" nor an untrusted project replaces anything.
 */
export function mergeLayers(found: readonly RuledByPolicy[]): RuledByPolicy | undefined {
  const standing = found.filter((ruled) => !isOverridden(ruled, found));
  let decided: RuledByPolicy | undefined;
  for (const ruled of standing) {
    if (!decided || strictnessOf(ruled.ruling) > strictnessOf(decided.ruling)) decided = ruled;
  }
  return decided && { ...decided, remember: strictestRemember(standing, decided.ruling) };
}

export function ruleByLayers(layers: PolicyLayers, subject: Subject): RuledByPolicy | undefined {
  return mergeLayers(evaluate(layers, subject));
}

function isOverridden(wider: RuledByPolicy, found: readonly RuledByPolicy[]): boolean {
  if (!wider.overridable || wider.ruling === "allow") return false;
  return found.some(
    (ruled) =>
      widthOf(ruled.layer) > widthOf(wider.layer) && ruled.certainty === "yes" && ruled.standing === "full",
  );
}

function widthOf(layer: PolicyLayer): number {
  return POLICY_LAYERS.indexOf(layer);
}

/** Two questions in one: the answer may be kept no longer than either allows. */
function strictestRemember(standing: readonly RuledByPolicy[], ruling: Ruling): Remember {
  const ranks = standing
    .filter((ruled) => ruled.ruling !== "allow" || ruling === "allow")
    .map((ruled) => REMEMBERS.indexOf(ruled.remember));
  return REMEMBERS[Math.max(...ranks)] ?? "never";
}
