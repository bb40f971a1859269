/** The effects that were shown for one command, so that the one that covers another is found without a look at each of them. */
import type { Effect } from "../core/effect.ts";
import { reachesNoFurther } from "./target-within.ts";

export interface EffectIndex {
  /** One of them reaches at least as far. `left`: how many may still be compared; without any the answer is no. */
  covers(effect: Effect, left: Comparisons): boolean;
  /** One of them is of this kind and on this kind of target. */
  hasSort(effect: Effect): boolean;
}

export interface Comparisons {
  left: number;
}

export function indexEffects(effects: readonly Effect[]): EffectIndex {
  const narrow = new Map<string, Effect[]>();
  const wide: Effect[] = [];
  const sorts = new Set<string>();
  for (const effect of effects) {
    sorts.add(sortOf(effect));
    const key = keyOf(effect);
    const same = narrow.get(key);
    if (isWide(effect)) wide.push(effect);
    else if (same === undefined) narrow.set(key, [effect]);
    else same.push(effect);
  }
  return {
    covers(effect, comparisons) {
      const fits = (shown: Effect) => comparisons.left-- > 0 && reachesNoFurther(effect, shown);
      return narrow.get(keyOf(effect))?.some(fits) === true || wide.some(fits);
    },
    hasSort: (effect) => sorts.has(sortOf(effect)),
  };
}

/** It reaches further than the one thing that it names. */
function isWide({ recursive, target }: Effect): boolean {
  if (recursive === true || target?.kind === "unknown-path") return true;
  return target?.kind === "path" && (target.glob || target.below);
}

/** Effects that are not wide cover only others with the same key. */
function keyOf({ kind, target, because }: Effect): string {
  if (target === undefined) return `${kind} ${because}`;
  return `${kind} ${target.kind} ${target.kind === "path" ? target.path : target.text}`;
}

function sortOf({ kind, target }: Effect): string {
  return `${kind} ${target?.kind}`;
}
