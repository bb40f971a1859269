/** Where a path leads on disk, link by link and `..` by `..`, as the system reads it. Parts that do not exist stay as written. */
import { existsSync, readlinkSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { lstatIfAny } from "./small-file.ts";

const MAX_LINKS = 40;
const MAX_PARTS = 1_000;

/** Links whose end depends on who follows them: they are kept as written, with `self` for the process. */
const OWN = /^\/proc\/(?:self|thread-self)$/;
const OWN_PLACE = /^\/proc\/[^/]+(?:\/task\/\d+)?\/(?:cwd|root|exe|fd\/[^/]+)$/;

/** In the folder of whoever runs it: nobody can know before where that is. */
export const ANYWHERE = "/proc/self/cwd";

/** Undefined when it leads to itself. */
export function findRealPath(path: string): string | undefined {
  if (hasNoLinks(path)) return undefined;
  const way = follow(path);
  if (!way.seen) return ANYWHERE;
  return way.end === path ? undefined : way.end;
}

/** The quick answer for most paths. No: it has some, does not exist (or is a link to nowhere), or may not be seen. */
function hasNoLinks(path: string): boolean {
  try {
    // Asked first: a failing realpath costs more than all the rest.
    return existsSync(path) && realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

/** As far as the disk tells. */
export function followLinks(path: string): string {
  return follow(path).end;
}

export interface Way {
  readonly end: string;
  /** False: some part may be a link, or not. Too long a path for us is none for a program that stands in the folder. */
  readonly seen: boolean;
}

export function follow(path: string): Way {
  const { left, from } = startOf(path);
  let at = from;
  let links = 0;
  let seen = true;
  for (let steps = 0; left.length > 0 && steps < MAX_PARTS; steps++) {
    const here = step(at, left.pop() ?? "");
    const target = here.startsWith(`${at}/`) ? linkAt(here) : NO_LINK;
    seen &&= target !== UNSEEN;
    if (typeof target === "symbol") {
      at = here;
      continue;
    }
    // A ring of links leads nowhere.
    if (++links > MAX_LINKS) return { end: here, seen };
    if (target.startsWith("/")) at = "";
    left.push(...target.split("/").reverse());
  }
  return { end: at === "" ? "/" : at, seen: seen && left.length === 0 };
}

/** What is written next to a folder without links is looked at alone. A folder of a process has other rules. */
function startOf(path: string): { readonly left: string[]; readonly from: string } {
  const folder = dirname(path);
  const name = path.slice(folder.length + 1);
  const isPlain = folder !== "/" && !folder.startsWith("/proc/") && !name.includes("/") && hasNoLinks(folder);
  return isPlain ? { left: [name], from: folder } : { left: path.split("/").reverse(), from: "" };
}

function step(at: string, part: string): string {
  if (part === "" || part === ".") return at;
  if (part !== "..") return `${at}/${part}`;
  // What lies above a process's folder cannot be told: the rest is looked for in the folder.
  return OWN_PLACE.test(at) ? at : at.slice(0, Math.max(0, at.lastIndexOf("/")));
}

const NO_LINK = Symbol("no link");
const UNSEEN = Symbol("unseen");

/** The text of a link. */
function linkAt(path: string): string | typeof NO_LINK | typeof UNSEEN {
  if (OWN.test(path) || OWN_PLACE.test(path)) return NO_LINK;
  try {
    return lstatIfAny(path)?.isSymbolicLink() === true ? readlinkSync(path) : NO_LINK;
  } catch {
    return UNSEEN;
  }
}
