/** What the disk says, handed in from outside: decide itself reads nothing. Each answer may be "nothing known". */

import type { TaskAnswer } from "../core/task.ts";

export interface Facts {
  /** The text of a project's script: `npm run build` in that folder. */
  findTask(tool: string, name: string, cwd: string): TaskAnswer;
  /** Why a git command in that folder may run a program of the repository's choice. */
  findGitHazard(cwd: string): string | undefined;
  /** Does this program look for files of the project that tell it what to run? */
  readsProjectFiles(program: string): boolean;
  /** The file that tells it, for that folder. */
  findProjectFile(program: string, cwd: string): string | undefined;
  /** Where the path leads, link by link and `..` by `..`; undefined: to itself. */
  findRealPath(path: string): string | undefined;
  /** Where the symbolic links lead that an absolute pattern names. */
  findLinks(pattern: string): Links;
}

export type Links =
  | { readonly kind: "links"; readonly ends: readonly { readonly path: string; readonly glob: boolean }[] }
  /** More files than are looked at. */
  | { readonly kind: "too-many" };

export const NO_FACTS: Facts = {
  findTask: () => ({ kind: "none" }),
  findGitHazard: () => undefined,
  readsProjectFiles: () => false,
  findProjectFile: () => undefined,
  findRealPath: () => undefined,
  findLinks: () => ({ kind: "links", ends: [] }),
};
