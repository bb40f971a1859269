/**
 * Paths that mean something else to each process: /proc/self, /dev/fd, /dev/stdin. The daemon would see its own files there,
 * not the asker's. What an asker tells of its pid proves nothing, so nothing behind such a path is read for it.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";

const OWN = /^\/(?:proc|dev\/(?:fd|stdin|stdout|stderr))(?:\/|$)/;

/** As many as the kernel follows. */
const MAX_LINKS = 40;

/** Absolute, but else as it was written: `link/..` is where the link leads, which no rewriting of the text can tell. */
export function writtenPath(cwd: string, path: string): string {
  return isAbsolute(path) ? path : `${cwd}/${path}`;
}

/** Where it is, if its text tells that. */
export function plainPath(path: string): string | undefined {
  return path.split("/").includes("..") ? undefined : resolve(path);
}

/** `path` is absolute. All of /proc counts: nobody keeps programs there. */
export function isOwnView(path: string): boolean {
  let rest = partsOf(path);
  let at = "/";
  for (let links = 0; rest.length > 0; ) {
    const [part = "", ...others] = rest;
    const next = resolve(at, part);
    if (OWN.test(next)) return true;
    const target = readLink(next);
    if (target === undefined) {
      at = next;
      rest = others;
      continue;
    }
    if (++links > MAX_LINKS) return true;
    rest = [...partsOf(target), ...others];
    at = target.startsWith("/") ? "/" : dirname(next);
  }
  return false;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

/** Undefined: no link, or nothing at all. */
function readLink(path: string): string | undefined {
  try {
    // An error takes ten times as long as this look.
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
