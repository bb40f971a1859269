/** The links and folders in a folder: the entries by which a path can lead elsewhere. */
import { type Dirent, opendirSync } from "node:fs";
import { join } from "node:path";
import { lstatIfAny, stampOf } from "./small-file.ts";

export interface Ways {
  readonly entries: readonly { readonly name: string; readonly kind: "link" | "folder" }[];
  /** How many entries were looked at; over MAX_ENTRIES when there are more. */
  readonly listed: number;
}

export const MAX_ENTRIES = 2_000;
/** The commands of one line often name the same folder: it is listed once for all of them. */
const KEPT_MS = 50;
const MAX_KEPT = 50;

const kept = new Map<string, { readonly ways: Ways; readonly stamp: string; readonly at: number }>();

export function listWays(folder: string): Ways {
  const found = lstatIfAny(folder);
  if (found?.isDirectory() !== true) return { entries: [], listed: 0 };
  const known = kept.get(folder);
  const stamp = stampOf(found);
  const now = performance.now();
  if (known?.stamp === stamp && now - known.at < KEPT_MS) return known.ways;
  const ways = lookInto(folder);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(folder, { ways, stamp, at: now });
  return ways;
}

function lookInto(folder: string): Ways {
  const listing = openListing(folder);
  if (listing === undefined) return { entries: [], listed: 0 };
  const entries: { name: string; kind: "link" | "folder" }[] = [];
  let listed = 0;
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      if (++listed > MAX_ENTRIES) break;
      const kind = kindOf(folder, entry);
      if (kind !== "other") entries.push({ name: entry.name, kind });
    }
  } finally {
    listing.closeSync();
  }
  return { entries, listed };
}

/** A folder that may not be listed cannot be listed by the shell either. */
function openListing(folder: string): ReturnType<typeof opendirSync> | undefined {
  try {
    return opendirSync(folder, { bufferSize: 256 });
  } catch {
    return undefined;
  }
}

function kindOf(folder: string, entry: Dirent): "link" | "folder" | "other" {
  // Some file systems do not say what an entry is.
  const told = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
  const found = told ? entry : lstatIfAny(join(folder, entry.name));
  if (found?.isSymbolicLink()) return "link";
  return found?.isDirectory() ? "folder" : "other";
}
