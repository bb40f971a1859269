/** What kind of place a path is: secret, private, guard's own, a root of the system, a raw device, or ordinary. */
import { mayName } from "./glob-overlap.ts";
import {
  HOME_SECRETS,
  LESS_SECRET,
  NOT_PRIVATE,
  PRIVATE_EXAMPLES,
  PRIVATE_NAMES,
  PRIVATE_PATHS,
  RAW_DEVICE,
  ROOTS,
  SECRET_FOLDERS,
  SYSTEM_FILES,
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
  /** Wildcards that may name a secret among much else. */
  | "maybe-secret"
  | "less-secret"
  | "private"
  | "guard"
  | "guard-readable"
  | "device"
  | "ordinary";

const MAX_KEPT = 2_000;
const kept = new WeakMap<Places, Map<string, PathClass>>();

/** `path` is absolute and normalised; `glob` tells that wildcards in it count. The same few paths are asked about again and again. */
export function classOfPath(path: string, glob: boolean, places: Places): PathClass {
  const known = keptFor(places);
  const key = glob ? `*${path}` : path;
  const found = known.get(key) ?? findClass(path, glob, places);
  known.set(key, found);
  return found;
}

function keptFor(places: Places): Map<string, PathClass> {
  const known = kept.get(places);
  if (known !== undefined && known.size <= MAX_KEPT) return known;
  const fresh = new Map<string, PathClass>();
  kept.set(places, fresh);
  return fresh;
}

function findClass(rawPath: string, glob: boolean, places: Places): PathClass {
  const path = throughProc(rawPath);
  if (isGuardOwned(path, glob, places)) return "guard";
  const installed = path === `${places.home}/.local/bin/guard` || isBelow(path, places.guardProgram);
  if (installed || isProjectPolicy(path, glob)) return "guard-readable";
  if (RAW_DEVICE.test(path)) return "device";
  switch (secrecyOf(path, glob, places)) {
    case "aimed":
      return LESS_SECRET.test(path) ? "less-secret" : "secret";
    case "may hit":
      return "maybe-secret";
    case "no":
      return isPrivate(path, glob) ? "private" : "ordinary";
  }
}

/** /proc/self/root and /proc/1/root lead back to the root; macOS keeps /etc below /private. */
function throughProc(path: string): string {
  const through = path.replace(/^(?:\/proc\/(?:self|thread-self|\d+|\*)\/(?:root|cwd)(?=\/|$))+/, "");
  return through.replace(/^\/private(?=\/(?:etc|var)\/)/, "") || "/";
}

function isGuardOwned(path: string, glob: boolean, places: Places): boolean {
  if (/^\/(?:run\/user\/\d+\/guard|tmp\/guard(?:-\d+)?)(?:\/|$)/.test(path)) return true;
  return places.guardOwned.some((folder) => isBelow(path, folder) || (glob && mayLieIn(path, folder)));
}

/** `~/.config/g*`, `/e??/guard/policy.yaml`: wildcards that are aimed, and may name the folder or something in it. */
function mayLieIn(path: string, folder: string): boolean {
  const depth = folder.split("/").length;
  return mayName(path.split("/").slice(0, depth).join("/"), folder) && isNarrow(path, depth);
}

/** The project's `.guard`, also behind wildcards. */
function isProjectPolicy(path: string, glob: boolean): boolean {
  return path
    .split("/")
    .some((part) => part === ".guard" || (glob && isNarrow(part, 1) && mayName(part, ".guard")));
}

/** `rm -rf .*`, `rm -rf ~/.config/*`: among what the wildcards hit. */
export function mayNameGuard(path: string, places: Places, project: string | undefined): boolean {
  const own = [...places.guardOwned, ...(project === undefined ? [] : [`${project}/.guard`])];
  return own.some((folder) => mayName(path, folder));
}

/** Deleting or replacing this folder takes guard's own files along. */
export function holdsGuard(path: string, places: Places, project: string | undefined): boolean {
  const own = [...places.guardOwned, ...(project === undefined ? [] : [`${project}/.guard`])];
  return own.some((folder) => folder.startsWith(`${path}/`));
}

function isBelow(path: string, folder: string | undefined): boolean {
  return folder !== undefined && (path === folder || path.startsWith(`${folder}/`));
}

type Secrecy = "aimed" | "may hit" | "no";

function secrecyOf(path: string, glob: boolean, places: Places): Secrecy {
  const parts = path.split("/");
  if (parts.some((part) => SECRET_FOLDERS.has(part))) return "aimed";
  const inHome = homeRelative(path, places.home);
  if (!glob) {
    const secret = isListed(path, SYSTEM_LIST) || (inHome !== undefined && isListed(`/${inHome}`, HOME_LIST));
    return secret ? "aimed" : "no";
  }
  let found: Secrecy = "no";
  for (const secret of SYSTEM_SECRETS) found = worse(found, covers(secret, path));
  if (inHome === undefined) return found;
  for (const secret of HOME_SECRETS) found = worse(found, covers(`/${secret}`, `/${inHome}`));
  return found;
}

interface SecretList {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

const SYSTEM_LIST = listOf(SYSTEM_SECRETS);
const HOME_LIST = listOf(HOME_SECRETS.map((secret) => `/${secret}`));

function listOf(secrets: readonly string[]): SecretList {
  return {
    files: new Set(secrets.filter((secret) => !secret.endsWith("/"))),
    folders: new Set(secrets.filter((secret) => secret.endsWith("/")).map((secret) => secret.slice(0, -1))),
  };
}

/** The path itself, or a folder on the way to it. */
function isListed(path: string, { files, folders }: SecretList): boolean {
  if (files.has(path) || folders.has(path)) return true;
  for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
    if (folders.has(path.slice(0, at))) return true;
  }
  return false;
}

function worse(a: Secrecy, b: Secrecy): Secrecy {
  return a === "aimed" || b === "no" ? a : b;
}

/** The part below a home folder: this user's, or anybody's. */
export function homeRelative(path: string, home: string): string | undefined {
  if (path.startsWith(`${home}/`)) return path.slice(home.length + 1);
  return /^(?:\/home\/[^/]+|\/root|\/Users\/[^/]+|\/var\/root)\/(.+)$/.exec(path)?.[1];
}

/** For paths with wildcards. */
function covers(secret: string, path: string): Secrecy {
  const folder = secret.endsWith("/");
  const place = folder ? secret.slice(0, -1) : secret;
  if (path === place || (folder && path.startsWith(secret))) return "aimed";
  const depth = place.split("/").length;
  const head = folder ? path.split("/").slice(0, depth).join("/") : path;
  if (!mayName(head, place)) return "no";
  return isNarrow(path, depth) ? "aimed" : "may hit";
}

/** `~/.s*` is aimed at something; `/etc/*` is not: that one is asked, not refused. */
function isNarrow(path: string, depth: number): boolean {
  return path
    .split("/")
    .slice(0, depth)
    .every((part) => !/[*?[]/.test(part) || /[^*?.[\]]/.test(part));
}

function isPrivate(path: string, glob: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (PRIVATE_PATHS.test(path)) return true;
  if (glob && PRIVATE_EXAMPLES.some((example) => mayName(path, example))) return true;
  return PRIVATE_NAMES.test(name) && !NOT_PRIVATE.test(name);
}

/** A root of the system or somebody's home, itself or all that is directly in it (`/*`, `~/*`). */
export function isRoot(rawPath: string, home: string): boolean {
  const path = withoutWildcardTail(throughProc(rawPath));
  if (ROOTS.includes(path) || path === home) return true;
  if (/[*?[]/.test(path) && [...ROOTS, home].some((root) => mayName(path, root))) return true;
  return /^(?:\/home|\/Users)\/[^/]+$/.test(path) || home.startsWith(`${path}/`);
}

/** `/*`, `~/.*`, `/[a-z]*`: all or most of what is directly in the folder. */
function withoutWildcardTail(path: string): string {
  const parts = path.split("/");
  while (isAllWildcards(parts.at(-1) ?? "")) parts.pop();
  return parts.join("/") || "/";
}

function isAllWildcards(part: string): boolean {
  const bare = part.replace(/\[[^\]]*\]/g, "*");
  return bare.includes("*") || bare.includes("?") ? /^[*?.]+$/.test(bare) : false;
}

/** Reading the whole tree below this path reads secrets too. */
export function holdsSecrets(path: string, home: string): boolean {
  if (isRoot(path, home) || /^\/proc(?:\/|$)/.test(path)) return true;
  return [`${home}/.config`, `${home}/.local`, "/etc/ssh", "/etc/ssl"].includes(path);
}

export function isSystemFile(path: string): boolean {
  return SYSTEM_FILES.some((file) => path === file || (file.endsWith("/") && path.startsWith(file)));
}
