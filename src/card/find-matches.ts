/** The files and folders that a shell's wildcards hit now, name by name. What the matching does not know is `unknown`. */
import { matchesShellGlob } from "../decide/shell-glob.ts";
import { openFolder } from "../disk/files.ts";
import { type CardTime, inTime, startTurns } from "./card-time.ts";
import { lookAt } from "./look-at.ts";

/** Names that are looked at, in all. */
const MOST_NAMES = 20_000;
const MOST_MATCHES = 5_000;
const LOOKS_AT_ONCE = 64;
/** No name is longer. */
const MOST_CHARACTERS = 255;

export type Matches =
  | { readonly kind: "matches"; readonly files: readonly string[]; readonly folders: readonly string[] }
  | { readonly kind: "unknown" };

const UNKNOWN: Matches = { kind: "unknown" };

/** `pattern` is absolute. */
export function findMatches(pattern: string, time: CardTime): Promise<Matches> {
  return inTime(matchAll(pattern, time), time, () => UNKNOWN);
}

async function matchAll(pattern: string, time: CardTime): Promise<Matches> {
  const search: Search = { namesLeft: MOST_NAMES, time, giveTurn: startTurns() };
  let paths: readonly string[] = [""];
  for (const part of pattern.split("/").slice(1)) {
    if (!/[*?[]/.test(part)) paths = paths.map((path) => `${path}/${part}`);
    else if (isReadable(part)) {
      const found: string[] = [];
      for (const folder of paths)
        if ((await addMatches(folder, part, found, search)) === "stopped") return UNKNOWN;
      paths = found;
    } else return UNKNOWN;
  }
  return sortOut(paths, time);
}

interface Search {
  namesLeft: number;
  readonly time: CardTime;
  readonly giveTurn: () => Promise<void>;
}

/** The shells read `**` in two ways, and the matching says no to brackets that it does not know. */
function isReadable(part: string): boolean {
  if (part === "**" || part.length > MOST_CHARACTERS || /[\\{}()|]/.test(part)) return false;
  return !part.replace(/\[[!^]?[^\][\\:!^]+\]/g, "").includes("[");
}

/** A folder that cannot be read holds no names for a shell either. */
async function addMatches(
  folder: string,
  part: string,
  found: string[],
  search: Search,
): Promise<"read" | "stopped"> {
  const opened = await openFolder(folder === "" ? "/" : folder, { bufferSize: 128 }).catch(() => undefined);
  if (opened === undefined) return "read";
  try {
    for (let entry = await opened.read(); entry !== null; entry = await opened.read()) {
      if (search.namesLeft-- <= 0 || found.length >= MOST_MATCHES || search.time.leftMs() <= 0)
        return "stopped";
      // A pattern full of stars takes its time with each name.
      await search.giveTurn();
      if (matchesShellGlob(part, entry.name)) found.push(`${folder}/${entry.name}`);
    }
    return "read";
  } finally {
    await opened.close().catch(() => undefined);
  }
}

async function sortOut(paths: readonly string[], time: CardTime): Promise<Matches> {
  const files: string[] = [];
  const folders: string[] = [];
  for (let at = 0; at < paths.length; at += LOOKS_AT_ONCE) {
    if (time.leftMs() <= 0) return UNKNOWN;
    const some = paths.slice(at, at + LOOKS_AT_ONCE);
    const things = await Promise.all(some.map((path) => lookAt(path, time)));
    for (const [index, path] of some.entries()) {
      const kind = things[index]?.kind ?? "unknown";
      if (kind === "unknown") return UNKNOWN;
      if (kind === "folder") folders.push(path);
      else if (kind !== "none") files.push(path);
    }
  }
  return { kind: "matches", files, folders };
}
