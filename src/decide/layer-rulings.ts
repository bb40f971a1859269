/** What each layer said about one command, for whoever reads it later: `layer:ruling:rule`. Decides nothing. */
import { type Ruled, strictnessOf } from "../core/ruling.ts";
import type { RuledByPolicy } from "../policy/policy.ts";

export interface LayerRulings {
  /** Floor, org, user, project, grant or agent, mode: one for each that spoke. Left out: only the one that decided did. */
  readonly rulings?: readonly string[];
}

const NONE: LayerRulings = {};

/**
 * `found`: every rule that matched, widest layer first. `ruled`, `granted`: what else was said before the mode. Most commands
 * meet no rule at all.
 */
export function layerRulings(
  found: readonly RuledByPolicy[],
  ruled: Ruled | undefined,
  granted: Ruled | undefined,
  decided: Ruled,
): LayerRulings {
  if (found.length === 0 && granted === undefined && (ruled === undefined || decided.layer !== "mode"))
    return NONE;
  const rulings: string[] = [];
  for (const one of strictestByLayer(found)) add(rulings, one);
  if (ruled !== undefined) add(rulings, ruled, found);
  if (granted !== undefined) add(rulings, granted);
  if (decided.layer === "mode") add(rulings, decided);
  return rulings.length > 1 ? { rulings } : NONE;
}

/** Several rules of one layer may match: the strictest is what the layer says, the first of equals. */
function strictestByLayer(found: readonly RuledByPolicy[]): readonly RuledByPolicy[] {
  const said = new Map<string, RuledByPolicy>();
  for (const one of found) {
    const before = said.get(one.layer);
    if (before === undefined || strictnessOf(one.ruling) > strictnessOf(before.ruling))
      said.set(one.layer, one);
  }
  return [...said.values()];
}

/** `known`: rules whose layers have spoken already. */
function add(rulings: string[], one: Ruled, known: readonly Ruled[] = []): void {
  if (known.some(({ layer }) => layer === one.layer)) return;
  rulings.push(tellRuling(one));
}

export function tellRuling({ layer, ruling, rule }: Pick<Ruled, "layer" | "ruling" | "rule">): string {
  return `${layer}:${ruling}:${rule}`;
}
