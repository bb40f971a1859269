/**
 * The engine as it would be with an answer saved: for trying a rule before a person is offered it. It shares everything with
 * the engine in force but the rules, so that it costs next to nothing. Loads zod: only for when somebody thinks of a rule.
 */
import type { Engine } from "../decide/engine.ts";
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

/** One ladder: four rungs in two layers, and no rule at all. */
const MAX_KEPT = 9;

/** The engine is handed in, not imported: what is shared by two lazy parts would become a third file to load at each start. */
export interface TrialBase {
  readonly makeEngine: (layers: PolicyLayers) => Engine;
  readonly layers: PolicyLayers;
  /** `none`: the answer would make the first file, and with that the project's folder becomes known to rules. */
  readonly files: "some" | "none";
}

export function createTrials(inForce: TrialBase, places: Places): MakeTrial {
  const layers =
    inForce.files === "none" ? { ...inForce.layers, context: contextOf([], places) } : inForce.layers;
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
    return { kind: "engine", engine: inForce.makeEngine(trial.layers) };
  }
}
