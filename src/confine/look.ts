/** What is on the disk at a path, with every link followed: masks lie on real paths, so that links lead to them too. */
import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import type { Presence } from "./presence.ts";

export interface Found {
  readonly path: string;
  /** A file is everything that is no folder. */
  readonly type: "file" | "folder";
}

/** Undefined: nothing is there, or nobody of this user can get at it. Never throws. */
export type Look = (path: string) => Found | undefined;

/**
 * A folder of the user that is closed to them is given in place of what was asked for below it: its owner can open it
 * at any time.
 */
export function createLook(uid: number, { isThere }: Presence): Look {
  const seen = new Map<string, Found | undefined>();
  const follow = createFollow();
  const lookAt = (path: string): Found | undefined => {
    try {
      return isThere(path) ? within(follow(path), uid) : undefined;
    } catch (error) {
      return codeOf(error) === "EACCES" ? closedFolder(path, uid) : undefined;
    }
  };
  return (path) => {
    if (!seen.has(path)) seen.set(path, lookAt(path));
    return seen.get(path);
  };
}

interface Real {
  readonly path: string;
  readonly stats: Stats;
}

/** Most of what is looked at lies in a few folders, whose links are followed once; most of it is no link. */
function createFollow(): (path: string) => Real {
  const folders = new Map<string, string>();
  const realFolder = (folder: string): string => {
    const real = folders.get(folder) ?? realpathSync.native(folder);
    folders.set(folder, real);
    return real;
  };
  return (path) => {
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink() && path !== "/" && path === normalize(path) && !path.endsWith("/"))
      return { path: join(realFolder(dirname(path)), basename(path)), stats };
    const real = realpathSync.native(path);
    return { path: real, stats: statSync(real) };
  };
}

/** What belongs to others and cannot be opened needs no mask: nobody in the tree can change that. */
function within({ path, stats }: Real, uid: number): Found | undefined {
  const type = stats.isDirectory() ? "folder" : "file";
  if (uid === 0 || stats.uid === uid) return { path, type };
  const wants = type === "folder" ? [constants.X_OK] : [constants.R_OK, constants.W_OK];
  return wants.some((want) => isGranted(path, want)) ? { path, type } : undefined;
}

function isGranted(path: string, want: number): boolean {
  try {
    accessSync(path, want);
    return true;
  } catch {
    return false;
  }
}

function closedFolder(path: string, uid: number): Found | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const real = realpathSync.native(folder);
      return statSync(real).uid === uid ? { path: real, type: "folder" } : undefined;
    } catch (error) {
      if (codeOf(error) !== "EACCES") return undefined;
    }
  }
  return undefined;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** At it, or below it. Both are normalised. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
