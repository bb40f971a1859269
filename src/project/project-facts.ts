/**
 * What the disk says about a project: reads only, bounded, never follows into anything it runs.
 * "Cannot be read" is never "harmless": callers treat a missing answer as nothing known.
 */
import { lstatSync, realpathSync } from "node:fs";
import { findGitHazard } from "./git-hazard.ts";
import { findTask } from "./task.ts";

export interface ProjectFacts {
  findTask(tool: string, name: string, cwd: string): string | undefined;
  findGitHazard(cwd: string): string | undefined;
  findRealPath(path: string): string | undefined;
}

export const projectFacts: ProjectFacts = { findTask, findGitHazard: guarded(findGitHazard), findRealPath };

function findRealPath(path: string): string | undefined {
  try {
    lstatSync(path);
    const real = realpathSync.native(path);
    return real === path ? undefined : real;
  } catch {
    // It does not exist yet, or may not be seen: the path as written is all there is.
    return undefined;
  }
}

/** An unreadable repository is not a harmless one. */
function guarded(find: (cwd: string) => string | undefined): (cwd: string) => string | undefined {
  return (cwd) => {
    try {
      return find(cwd);
    } catch {
      return "the repository's config cannot be read";
    }
  };
}
