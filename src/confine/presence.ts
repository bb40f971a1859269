/** Is there anything of this name? Some hundred names are asked for in a few folders: one listing is cheaper than a hundred looks. */
import { lstatSync, readdirSync } from "node:fs";

/** Throws what lstat throws where the way to it is closed. */
export type IsThere = (path: string) => boolean;

/** `listed`: folders that many names are looked for in, and that are not too large to list. */
export function createPresence(listed: readonly string[]): IsThere {
  const listings = new Map<string, ReadonlySet<string> | undefined>();
  const known = new Map<string, boolean>();
  const toList = new Set(listed);

  function listingOf(folder: string): ReadonlySet<string> | undefined {
    if (!listings.has(folder)) listings.set(folder, toList.has(folder) ? list(folder) : undefined);
    return listings.get(folder);
  }

  function isThere(path: string): boolean {
    const before = known.get(path);
    if (before !== undefined) return before;
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, slash);
    const found = (slash <= 0 || isThere(folder)) && isIn(folder, path, path.slice(slash + 1));
    known.set(path, found);
    return found;
  }

  function isIn(folder: string, path: string, name: string): boolean {
    const listing = listingOf(folder);
    return listing === undefined
      ? lstatSync(path, { throwIfNoEntry: false }) !== undefined
      : listing.has(name);
  }

  return isThere;
}

/** Undefined: it cannot be listed, which says nothing about the names in it. */
function list(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return undefined;
  }
}
