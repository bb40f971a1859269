/** A word that names a path -> where it points, seen from every folder the command may run in. */
import type { Target } from "../core/effect.ts";
import { displayText, hasGlob, patternText, type Word } from "../core/word.ts";

export type Folders = readonly (string | null)[];

/** Reading or writing these reaches nothing but the command's own streams. */
const OWN_STREAMS: ReadonlySet<string> = new Set([
  "/dev/null",
  "/dev/stdin",
  "/dev/stdout",
  "/dev/stderr",
  "/dev/tty",
]);

export function isOwnStream(path: string): boolean {
  return OWN_STREAMS.has(path) || /^\/(?:dev|proc\/self)\/fd\/\d+$/u.test(path);
}

/** Behind `..` and a link another file may have that name. */
export function isOwnTarget(target: Extract<Target, { kind: "path" }>): boolean {
  return target.raw === undefined && isOwnStream(target.path);
}

export function normalise(path: string): string {
  if (!(path.includes("/.") || path.includes("//") || (path.endsWith("/") && path.length > 1))) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export interface PathContext {
  readonly cwds: Folders;
  readonly home: string;
  /** The whole tree below the path is meant. */
  readonly below: boolean;
}

export function targetsOf(word: Word, context: PathContext): readonly Target[] {
  const written = displayText(word);
  const pattern = patternText(word);
  if (pattern === undefined) return [{ kind: "unknown-path", text: written }];
  const glob = hasGlob(word);
  const at = (path: string): Target => ({
    kind: "path",
    path: normalise(path),
    text: written,
    glob,
    below: context.below,
    ...(path.includes("/..") ? { raw: path } : {}),
  });
  if (pattern.startsWith("/")) return [at(pattern)];
  const seen: Target[] = [];
  // The shell leaves `--file=~/x` alone, but many programs expand it themselves.
  if (pattern === "~" || pattern.startsWith("~/")) seen.push(at(context.home + pattern.slice(1)));
  for (const cwd of context.cwds) {
    if (cwd === null) seen.push({ kind: "unknown-path", text: written });
    else seen.push(at(pattern === "" ? cwd : `${cwd}/${pattern}`));
  }
  return seen;
}

/** The folders after `-C WORD`. A folder that is not exactly known is none that we know. */
export function foldersAfter(word: Word, cwds: Folders, home: string): Folders {
  return targetsOf(word, { cwds, home, below: false }).map((target) =>
    target.kind === "path" && !target.glob ? (target.raw ?? target.path) : null,
  );
}
