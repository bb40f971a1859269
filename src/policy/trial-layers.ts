/** The policy as it would be with an answer saved: for trying a rule before a person is offered it. Nothing is written. */
import { type ApprovedMatch, entriesFor } from "./approved-rules.ts";
import type { SavedLayer } from "./check-draft.ts";
import { compileFile } from "./compile.ts";
import type { GlobBase } from "./path-glob.ts";
import { formatProblem, type PolicyLayers } from "./policy.ts";
import { POLICY_SCHEMA } from "./schema.ts";
import { validate } from "./validate.ts";

export type Trial =
  | { readonly kind: "layers"; readonly layers: PolicyLayers }
  /** No file could hold such rules, or they would allow any code. */
  | { readonly kind: "refused"; readonly reasons: readonly string[] };

export function layersWith(
  layers: PolicyLayers,
  matches: readonly ApprovedMatch[],
  layer: SavedLayer,
  base: GlobBase,
): Trial {
  const rules = entriesFor(matches, { version: 1 }, new Date(0));
  const yaml = { kind: "data", file: "the answer", data: { version: 1, rules }, lineOf: () => 1 } as const;
  const checked = validate(POLICY_SCHEMA, yaml);
  if (checked.kind === "refused") return { kind: "refused", reasons: checked.problems.map(formatProblem) };
  const compiled = compileFile({ layer, standing: "full", base, yaml, data: checked.value });
  const reasons = [...compiled.problems.map(formatProblem), ...compiled.warnings];
  if (reasons.length > 0) return { kind: "refused", reasons };
  return { kind: "layers", layers: { ...layers, [layer]: [...layers[layer], ...compiled.rules] } };
}
