/** One effect on a path, with what a sentence about it needs. */
import type { Effect, Target } from "../core/effect.ts";
import { asFolder, shownPath } from "./shown-path.ts";

export type PathTarget = Extract<Target, { kind: "path" }>;

export interface Subject {
  readonly target: PathTarget;
  /** Whose effect it is. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly because: string;
  /** The whole tree is meant. */
  readonly reach: "itself" | "below";
  readonly shown: string;
}

export function subjectOf(
  effect: Effect,
  target: PathTarget,
  { program, argv }: { readonly program?: string; readonly argv: readonly string[] },
  cwd: string,
): Subject {
  return {
    target,
    program: program ?? "",
    argv,
    because: effect.because,
    reach: effect.recursive === true || target.below ? "below" : "itself",
    shown: shownTarget(target, cwd),
  };
}

/** Behind a link `..` leads elsewhere: then only what was written is true. */
export function shownTarget({ path, raw, text }: PathTarget, cwd: string): string {
  if (raw !== undefined) return text;
  const shown = shownPath(path, cwd);
  return text.endsWith("/") ? asFolder(shown) : shown;
}

/** Where the system would go. */
export function placeOf({ path, raw }: PathTarget): string {
  return raw ?? path;
}
