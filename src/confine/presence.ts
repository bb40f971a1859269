/** Is there anything of this name? Some hundred names are asked for in a few folders: one listing is cheaper than a hundred looks. */
import { lstatSync, readdirSync } from "node:fs";

export interface Presence {
  /** Throws what lstat throws where the way to it is closed. */
  isThere(path: string): boolean;
  /** None where the folder cannot be listed. */
  namesIn(folder: string): readonly string[];
}

/** `listed`: folders that many names are looked for in, and that are not too large to list. */
export function createPresence(listed: readonly string[]): Presence {
  const toList = new Set(listed);
  const listings = new Map<string, Listing>();
  const known = new Map<string, boolean>();

  function listingOf(folder: string): Listing {
    const before = listings.get(folder);
    if (before !== undefined) return before;
    const listing = list(folder);
    listings.set(folder, listing);
    return listing;
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
    const listing = toList.has(folder) ? listingOf(folder) : undefined;
    if (listing?.kind === "names") return listing.names.has(name);
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  }

  return {
    isThere,
    namesIn(folder) {
      const listing = listingOf(folder);
      return listing.kind === "names" ? [...listing.names] : [];
    },
  };
}

type Listing =
  | { readonly kind: "names"; readonly names: ReadonlySet<string> }
  /** It cannot be listed, which says nothing about the names in it. */
  | { readonly kind: "closed" };

function list(folder: string): Listing {
  try {
    return { kind: "names", names: new Set(readdirSync(folder)) };
  } catch {
    return { kind: "closed" };
  }
}
