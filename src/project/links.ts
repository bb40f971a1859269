/** Symbolic links among the files that a pattern names: `cat s*` follows them like any other name. */
import { join } from "node:path";
import { listWays, MAX_ENTRIES } from "./list-ways.ts";
import { isWild, mayMatch } from "./name-pattern.ts";
import { follow } from "./real-path.ts";

/** Where links lead; `glob` when wildcards are left in the path. */
export interface LinkEnd {
  readonly path: string;
  readonly glob: boolean;
}

export type Links =
  | { readonly kind: "links"; readonly ends: readonly LinkEnd[] }
  | { readonly kind: "too-many" };

const MAX_FOLDERS = 64;
const MAX_ENDS = 200;

interface Search {
  entries: number;
  folders: number;
  /** A bound was reached, or the disk does not tell: what was found is not all. */
  full: boolean;
  readonly ends: Map<string, LinkEnd>;
}

/** `pattern` is absolute. Below `**` only the first level is looked at. */
export function findLinks(pattern: string): Links {
  const parts = pattern.split("/").filter((part) => part !== "");
  const wild = parts.findIndex(isWild);
  if (wild < 0) return { kind: "links", ends: [] };
  const search: Search = { entries: 0, folders: 0, full: false, ends: new Map() };
  const written = `/${parts.slice(0, wild).join("/")}`;
  const base = leadsTo(search, written);
  const rest = parts.slice(wild);
  if (base !== written) addEnd(search, base, rest);
  searchFolder(search, base, rest);
  return search.full ? { kind: "too-many" } : { kind: "links", ends: [...search.ends.values()] };
}

function leadsTo(search: Search, path: string): string {
  const { end, seen } = follow(path);
  if (!seen) search.full = true;
  return end;
}

function addEnd(search: Search, path: string, rest: readonly string[]): void {
  const whole = join(path, ...rest);
  search.ends.set(whole, { path: whole, glob: rest.some(isWild) });
  if (search.ends.size > MAX_ENDS) search.full = true;
}

/** `folder` itself holds no link any more. */
function searchFolder(search: Search, folder: string, parts: readonly string[]): void {
  const [part, ...rest] = parts;
  if (part === undefined || search.full) return;
  const names = isWild(part) ? wayOn(search, folder, part, part === "**" ? [] : rest) : [part];
  for (const name of names) {
    const path = join(folder, name);
    const real = leadsTo(search, path);
    if (real !== path) addEnd(search, real, rest);
    if (part !== "**") searchFolder(search, real, rest);
  }
}

/** The names that lead on: links, and folders where the pattern goes on below them. */
function wayOn(search: Search, folder: string, part: string, rest: readonly string[]): string[] {
  const { entries, listed } = listWays(folder);
  search.entries += listed;
  if (++search.folders > MAX_FOLDERS || search.entries > MAX_ENTRIES) search.full = true;
  return entries
    .filter(({ kind, name }) => (kind === "link" || rest.length > 0) && mayMatch(part, name))
    .map(({ name }) => name);
}
