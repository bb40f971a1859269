/**
 * The engine as it would be with an answer saved: for trying a rule before a person is offered it. It shares everything with
 * the engine in force but the rules, so that it costs next to nothing. Loads zod: only for when somebody thinks of a rule.
 */
import { createEngine, type Engine, type EngineOptions } from "../decide/engine.ts";
import { NO_POLICY } from "../decide/no-policy.ts";
import type { ApprovedMatch } from "../policy/approved-rules.ts";
import type { SavedLayer } from "../policy/check-draft.ts";
import type { Places } from "../policy/find.ts";
import { contextOf } from "../policy/load-layer.ts";
import type { PolicyLayers } from "../policy/policy.ts";
import { layersWith } from "../policy/trial-layers.ts";

export type TrialEngine =
  | { readonly kind: "engine"; readonly engine: Engine }
  /** No file could hold such rules, or they would allow any code. */
  | { readonly kind: "refused"; readonly reasons: readonly string[] };

export type MakeTrial = (matches: readonly ApprovedMatch[], layer: SavedLayer) => TrialEngine;

/** A ladder has four rungs, each tried in two layers: one ladder's worth. */
const MAX_KEPT = 8;

/** `inForce`: undefined where there is no policy file yet. The answer would make the first one, which knows the project's folder. */
export function createTrials(
  options: EngineOptions,
  inForce: PolicyLayers | undefined,
  places: Places,
): MakeTrial {
  const layers = inForce ?? { ...NO_POLICY, context: contextOf([], places) };
  const kept = new Map<string, TrialEngine>();
  return (matches, layer) => {
    const key = `${layer} ${JSON.stringify(matches)}`;
    const trial = kept.get(key) ?? makeTrial(matches, layer);
    kept.delete(key);
    kept.set(key, trial);
    const [oldest] = kept.size > MAX_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return trial;
  };

  function makeTrial(matches: readonly ApprovedMatch[], layer: SavedLayer): TrialEngine {
    const trial = layersWith(layers, matches, layer, places);
    if (trial.kind === "refused") return trial;
    return { kind: "engine", engine: createEngine({ ...options, layers: trial.layers }) };
  }
}
