/** What kind of place a path is: secret, private, guard's own, a root of the system, a raw device, or ordinary. */
import { mayName } from "./glob-overlap.ts";
import {
  HOME_SECRETS,
  LESS_SECRET,
  NOT_PRIVATE,
  PRIVATE_NAMES,
  PRIVATE_PATHS,
  RAW_DEVICE,
  ROOTS,
  SECRET_FOLDERS,
  SYSTEM_SECRETS,
} from "./lists.ts";

export interface Places {
  readonly home: string;
  /** guard's state, configuration and runtime: nobody else's business. */
  readonly guardOwned: readonly string[];
  /** guard's program: it may be read, not changed. */
  readonly guardProgram?: string | undefined;
}

export type PathClass =
  | "secret"
  | "less-secret"
  | "private"
  | "guard"
  | "guard-readable"
  | "device"
  | "ordinary";

/** `path` is absolute and normalised; `glob` tells that wildcards in it count. */
export function classOfPath(rawPath: string, glob: boolean, places: Places): PathClass {
  const path = throughProc(rawPath);
  if (isGuardOwned(path, places)) return "guard";
  if (/(?:^|\/)\.guard(?:\/|$)/.test(path) || isBelow(path, places.guardProgram)) return "guard-readable";
  if (RAW_DEVICE.test(path)) return "device";
  if (isSecret(path, glob, places)) return LESS_SECRET.test(path) ? "less-secret" : "secret";
  return isPrivate(path) ? "private" : "ordinary";
}

/** /proc/self/root and /proc/1/root lead back to the root; macOS keeps /etc below /private. */
function throughProc(path: string): string {
  const through = path.replace(/^(?:\/proc\/(?:self|thread-self|\d+|\*)\/(?:root|cwd)(?=\/|$))+/, "");
  return through.replace(/^\/private(?=\/(?:etc|var)\/)/, "") || "/";
}

function isGuardOwned(path: string, places: Places): boolean {
  if (/^\/(?:run\/user\/\d+|tmp)\/guard(?:[-/]|$)/.test(path)) return true;
  return places.guardOwned.some((folder) => isBelow(path, folder));
}

function isBelow(path: string, folder: string | undefined): boolean {
  return folder !== undefined && (path === folder || path.startsWith(`${folder}/`));
}

function isSecret(path: string, glob: boolean, places: Places): boolean {
  if (path.split("/").some((part) => SECRET_FOLDERS.has(part))) return true;
  if (SYSTEM_SECRETS.some((secret) => covers(secret, path, glob))) return true;
  const inHome = homeRelative(path, places.home);
  return inHome !== undefined && HOME_SECRETS.some((secret) => covers(`/${secret}`, `/${inHome}`, glob));
}

/** The part below a home folder: this user's, or anybody's. */
export function homeRelative(path: string, home: string): string | undefined {
  if (path.startsWith(`${home}/`)) return path.slice(home.length + 1);
  return /^(?:\/home\/[^/]+|\/root|\/Users\/[^/]+|\/var\/root)\/(.+)$/.exec(path)?.[1];
}

function covers(secret: string, path: string, glob: boolean): boolean {
  const folder = secret.endsWith("/") ? secret.slice(0, -1) : undefined;
  if (folder !== undefined) {
    if (path === folder || path.startsWith(secret)) return true;
    if (!glob) return false;
    const depth = folder.split("/").length;
    return mayName(path.split("/").slice(0, depth).join("/"), folder) && isNarrow(path, depth);
  }
  if (path === secret) return true;
  return glob && mayName(path, secret) && isNarrow(path, secret.split("/").length);
}

/** `~/.s*` is aimed at something; `/etc/*` is not: that one is asked, not refused. */
function isNarrow(path: string, depth: number): boolean {
  return path
    .split("/")
    .slice(0, depth)
    .every((part) => !/[*?[]/.test(part) || /[^*?.[\]]/.test(part));
}

function isPrivate(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (PRIVATE_PATHS.test(path)) return true;
  return PRIVATE_NAMES.test(name) && !NOT_PRIVATE.test(name);
}

/** A root of the system or somebody's home, itself or all that is directly in it (`/*`, `~/*`). */
export function isRoot(rawPath: string, home: string): boolean {
  const path = withoutWildcardTail(throughProc(rawPath));
  if (ROOTS.includes(path) || path === home) return true;
  return /^(?:\/home|\/Users)\/[^/]+$/.test(path) || home.startsWith(`${path}/`);
}

/** `/*`, `~/.*`, `/[a-z]*`: all or most of what is directly in the folder. */
function withoutWildcardTail(path: string): string {
  const parts = path.split("/");
  while (/^(?:[*?.]|\[[^\]]*\])*(?:[*?]|\[[^\]]*\])(?:[*?.]|\[[^\]]*\])*$/.test(parts.at(-1) ?? ""))
    parts.pop();
  return parts.join("/") || "/";
}

/** Reading the whole tree below this path reads secrets too. */
export function holdsSecrets(path: string, home: string): boolean {
  return isRoot(path, home) || [`${home}/.config`, `${home}/.local`, "/etc/ssh", "/etc/ssl"].includes(path);
}
