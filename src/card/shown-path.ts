/** Paths for people: as short as they get, and else as they are. Making them visible is the screen's work. */
import { relative } from "node:path";

/** `path` is absolute. */
export function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, path) || ".";
  return near.length < path.length ? near : path;
}

export function asFolder(shown: string): string {
  return shown.endsWith("/") ? shown : `${shown}/`;
}
