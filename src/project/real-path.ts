/** Where a path leads on disk, link by link and `..` by `..`, as the system reads it. Parts that do not exist stay as written. */
import { existsSync, lstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";

const MAX_LINKS = 40;
const MAX_PARTS = 1_000;

/** Links whose end depends on who follows them: they are kept as written, with `self` for the process. */
const OWN = /^\/proc\/(?:self|thread-self)$/;
const OWN_PLACE = /^\/proc\/[^/]+(?:\/task\/\d+)?\/(?:cwd|root|exe|fd\/[^/]+)$/;

/** Undefined when it leads to itself. */
export function findRealPath(path: string): string | undefined {
  const real = hasNoLinks(path) ? path : followLinks(path);
  return real === path ? undefined : real;
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

export function followLinks(path: string): string {
  // What is written next to a folder without links is looked at alone. A folder of a process has other rules.
  const folder = dirname(path);
  const name = path.slice(folder.length + 1);
  const isPlain = folder !== "/" && !folder.startsWith("/proc/") && !name.includes("/") && hasNoLinks(folder);
  const left = isPlain ? [name] : path.split("/").reverse();
  let at = isPlain ? folder : "";
  let links = 0;
  for (let steps = 0; left.length > 0 && steps < MAX_PARTS; steps++) {
    const here = step(at, left.pop() ?? "");
    const target = here.startsWith(`${at}/`) ? linkAt(here) : undefined;
    if (target === undefined) {
      at = here;
      continue;
    }
    // A ring of links leads nowhere.
    if (++links > MAX_LINKS) return here;
    if (target.startsWith("/")) at = "";
    left.push(...target.split("/").reverse());
  }
  return at === "" ? "/" : at;
}

function step(at: string, part: string): string {
  if (part === "" || part === ".") return at;
  if (part !== "..") return `${at}/${part}`;
  // What lies above a process's folder cannot be told: the rest is looked for in the folder.
  return OWN_PLACE.test(at) ? at : at.slice(0, Math.max(0, at.lastIndexOf("/")));
}

function linkAt(path: string): string | undefined {
  if (statOf(path)?.isSymbolicLink() !== true || OWN.test(path) || OWN_PLACE.test(path)) return undefined;
  return readlinkSync(path);
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
