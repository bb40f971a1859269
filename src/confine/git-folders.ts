/** Where the git folder of a worktree or a submodule really is: `.git` is a file there, and says. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** None where .git is a folder: it lies in the project. */
export function gitFoldersOf(project: string): readonly string[] {
  const said = /^gitdir: (.+)$/m.exec(read(join(project, ".git")))?.[1];
  if (said === undefined) return [];
  const folder = resolve(project, said);
  // A worktree shares hooks, settings and branches with the repository that it is of.
  const common = read(join(folder, "commondir")).trim();
  return common === "" ? [folder] : [folder, resolve(folder, common)];
}

/** Empty: there is no such file, or it is a folder. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
