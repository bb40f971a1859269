/** Does one effect reach no further than another? */
import type { Effect, Target } from "../core/effect.ts";
import { matchesShellGlob } from "./shell-glob.ts";

type PathTarget = Extract<Target, { kind: "path" }>;

export function reachesNoFurther(effect: Effect, shown: Effect): boolean {
  if (effect.kind !== shown.kind) return false;
  const wide = shown.recursive === true || (shown.target?.kind === "path" && shown.target.below);
  if (effect.recursive && !wide) return false;
  return isWithin(effect, shown, wide);
}

function isWithin({ target, because }: Effect, shown: Effect, wide: boolean): boolean {
  if (target === undefined || shown.target === undefined)
    return target === shown.target && because === shown.because;
  // Shown as a path that nobody can know, and approved as such.
  if (shown.target.kind === "unknown-path") return target.kind === "path" || target.kind === "unknown-path";
  if (target.kind !== "path" || shown.target.kind !== "path") return isSameTarget(target, shown.target);
  return isPathWithin(target, shown.target, wide);
}

function isSameTarget(target: Target, shown: Target): boolean {
  if (target.kind !== shown.kind || target.text !== shown.text) return false;
  return target.kind !== "code" || (shown.kind === "code" && target.language === shown.language);
}

function isPathWithin(target: PathTarget, shown: PathTarget, wide: boolean): boolean {
  if (target.below && !wide) return false;
  // `..` behind a link leads elsewhere: only the very same words are the same place.
  if (target.raw !== undefined && target.raw !== shown.raw) return false;
  if (target.path === shown.path && target.glob === shown.glob) return true;
  // Which files a wildcard hits is not known here, but where they lie is.
  const path = target.glob ? target.path.replace(/\/[^/]*[*?[{(][\s\S]*$/, "") : target.path;
  if (target.glob && !(wide && !shown.glob)) return false;
  return shown.glob ? isBelowGlob(path, shown.path, wide) : wide && isAtOrBelow(path, shown.path);
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The path itself, or with a whole tree a folder above it, is one that the wildcards may hit. */
function isBelowGlob(path: string, pattern: string, wide: boolean): boolean {
  if (pattern.endsWith("/**")) return matchesShellGlob(pattern, path);
  const names = path.split("/");
  const count = pattern.split("/").length;
  if (names.length > count && !wide) return false;
  return matchesShellGlob(pattern, names.slice(0, count).join("/"));
}
