/** Reading that is not quite plain: private files, whole trees that hold secrets, paths that cannot be known. */
import type { Classified, Effect } from "../../core/effect.ts";
import { classOfPath, holdsSecrets, type Places } from "./path-class.ts";

export interface Care {
  readonly because: string;
  /** `mode`: a rule may allow it. `rules`: no rule can have meant it, because it cannot be seen in the words. */
  readonly outweighs: "mode" | "rules";
}

/** Why a reading command should still be asked; empty when it is a plain read. */
export function findCare(classified: Classified, places: Places): Care[] {
  const cares: Care[] = [];
  for (const effect of classified.effects) {
    const care = careFor(effect, classified, places);
    if (care !== undefined) cares.push(care);
  }
  return cares;
}

function careFor(effect: Effect, classified: Classified, places: Places): Care | undefined {
  const target = effect.target;
  if (target?.kind === "unknown-path") {
    return { because: `${target.text} cannot be known before it runs`, outweighs: "mode" };
  }
  if (target?.kind !== "path") return undefined;
  const kind = classOfPath(target.path, target.glob, places);
  const ownSecrets: Care = { because: `${target.path} may hold secrets`, outweighs: "mode" };
  if (effect.kind === "list") return kind === "less-secret" ? ownSecrets : undefined;
  switch (kind) {
    case "maybe-secret":
      return { because: `${target.path} may hit keys and credentials`, outweighs: "rules" };
    case "less-secret":
    case "private":
      return ownSecrets;
    case "guard-readable":
    case "ordinary":
      return careForTree(effect, target.path, target.glob, classified, places);
    case "secret":
    case "guard":
    case "device":
      // The floor has spoken already.
      return undefined;
  }
}

/** find and its like only print names; grep -r, cp -r and tar read everything below. */
function careForTree(
  effect: Effect,
  path: string,
  glob: boolean,
  classified: Classified,
  places: Places,
): Care | undefined {
  const below = effect.recursive === true || (effect.target?.kind === "path" && effect.target.below);
  const wide = glob && /\/(?:\*\*?|\.\*)$/.test(path);
  if (!below && !wide) return undefined;
  if (effect.kind === "search" && classified.printsPaths) return undefined;
  return holdsSecrets(path.replace(/\/[^/]*[*?[][^/]*$/, ""), places.home)
    ? { because: `everything below ${path} includes keys and credentials`, outweighs: "rules" }
    : undefined;
}
