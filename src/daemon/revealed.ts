/** Where the user opened sockets by hand. As in the plan of the confinement, what would open everything opens nothing. */
import { existsSync, realpathSync } from "node:fs";

/** `needed`: the home folder and guard's own. A path that holds one of them is too wide, be it by a link planted there. */
export function findRevealed(opened: readonly string[], needed: readonly string[]): readonly string[] {
  return withLinksFollowed(opened).filter((path) => !needed.some((one) => holds(path, one)));
}

/** Now, before the agent can change a link. What is not there yet has its name only. */
export function withLinksFollowed(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [path, ...(existsSync(path) ? [realpathSync(path)] : [])]);
}

function holds(folder: string, path: string): boolean {
  return `${path}/`.startsWith(`${folder.replace(/\/+$/, "")}/`);
}
