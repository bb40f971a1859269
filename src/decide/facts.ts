/** What the disk says, handed in from outside: decide itself reads nothing. Each answer may be "nothing known". */

export interface Facts {
  /** The text of a project's script: `npm run build` in that folder. */
  findTask(tool: string, name: string, cwd: string): string | undefined;
  /** Why a git command in that folder may run a program of the repository's choice. */
  findGitHazard(cwd: string): string | undefined;
  /** The path behind symbolic links, where it exists and differs. */
  findRealPath(path: string): string | undefined;
}

export const NO_FACTS: Facts = {
  findTask: () => undefined,
  findGitHazard: () => undefined,
  findRealPath: () => undefined,
};
