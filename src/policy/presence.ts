/** Is something there? "Not there" is the only answer that lets guard go on without a policy, so it is given narrowly. */
import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Something of that name is there, or cannot be ruled out. A path too long for the system names nothing. */
export function isNamed(path: string): boolean {
  const code = codeOf(() => lstatSync(path));
  return code !== "ENOENT" && code !== "ENOTDIR" && code !== "ENAMETOOLONG";
}

/** The file, or something that takes its place: its folder is a file, or a link to nowhere. */
export function isInTheWay(file: string): boolean {
  if (codeOf(() => lstatSync(file)) !== "ENOENT") return true;
  const folder = dirname(file);
  return codeOf(() => lstatSync(folder)) === undefined && codeOf(() => statSync(folder)) !== undefined;
}

function codeOf(look: () => unknown): string | undefined {
  try {
    look();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "error";
  }
}
