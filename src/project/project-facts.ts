/**
 * What the disk says about a project: reads only, bounded, opens nothing but small plain files, runs nothing.
 * "Cannot be read" is never "harmless".
 */

import type { TaskAnswer } from "../core/task.ts";
import { findGitHazard } from "./git-hazard.ts";
import { findLinks, type Links } from "./links.ts";
import { findProjectFile, readsProjectFiles } from "./project-files.ts";
import { findRealPath } from "./real-path.ts";
import { findTask } from "./task.ts";

export interface ProjectFacts {
  findTask(tool: string, name: string, cwd: string): TaskAnswer;
  findGitHazard(cwd: string): string | undefined;
  readsProjectFiles(program: string): boolean;
  findProjectFile(program: string, cwd: string): string | undefined;
  findRealPath(path: string): string | undefined;
  findLinks(pattern: string): Links;
}

export const projectFacts: ProjectFacts = {
  findTask,
  findGitHazard: (cwd) => orElse(() => findGitHazard(cwd), "the repository's config cannot be read"),
  readsProjectFiles,
  findProjectFile: (program, cwd) =>
    orElse(() => findProjectFile(program, cwd), "a file that cannot be read"),
  findRealPath: (path) => orElse(() => findRealPath(path), undefined),
  findLinks: (pattern) => orElse(() => findLinks(pattern), { kind: "too-many" }),
};

function orElse<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch {
    return otherwise;
  }
}
