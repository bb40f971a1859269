/**
 * Where the user finds programs, as it was when the session began. Outside the system's folders an agent can write: a file, or
 * a link to one, that came later was named by whoever wrote it, and its name says nothing.
 */
import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Checked } from "../decide/engine.ts";
import type { CheckResult } from "../decide/result.ts";
import { isOfTheSystem } from "./system-files.ts";
import { managedFolders, stampOfHooks } from "./version-managers.ts";

export interface UserPath {
  readonly folders: readonly string[];
  /** When the session began. */
  readonly sinceMs: number;
  /** Folders, and what links in them lead to, as they were then: another folder may be put in place of one, full of old files. */
  readonly before: ReadonlyMap<string, string>;
  /** Of what version managers read on their way, as it was then. */
  readonly hooks: string;
  /** What the engine says. */
  judge(what: Checked, cwd: string): Promise<CheckResult>;
}

/** To be called before the agent runs. */
export function readUserPath(path: string, sinceMs: number, judge: UserPath["judge"]): UserPath {
  const folders = path
    .split(":")
    .filter(isAbsolute)
    .map((folder) => resolve(folder));
  const own = folders.filter((folder) => !isOfTheSystem(`${folder}/`));
  const files = [...own, ...own.flatMap(linksIn), ...managedFolders()];
  const before = files.flatMap((file): [string, string][] => {
    const identity = identityOf(file);
    return identity === undefined ? [] : [[file, identity]];
  });
  return { folders, sinceMs, before: new Map(before), hooks: stampOfHooks(), judge };
}

/** `file` is absolute and plain. It was there when the session began, and is what it was. */
export function wasThere(file: string, { sinceMs, before }: UserPath): boolean {
  try {
    const isSystems = isOfTheSystem(file);
    const found = lstatSync(file);
    if (!isSystems && !(isBefore(found, sinceMs) && isSame(dirname(file), before))) return false;
    if (!found.isSymbolicLink()) return true;
    const real = realpathSync.native(file);
    if (isOfTheSystem(real)) return true;
    return isBefore(statSync(real), sinceMs) && (isSystems || leadsWhereItLed(file, real, before));
  } catch {
    return false;
  }
}

/** A version manager's own script, with nothing new that it would read. */
export function isOldManager(file: string, path: UserPath): boolean {
  return wasThere(file, path) && stampOfHooks() === path.hooks;
}

/** For a folder that only the machine's owner can put another one in place of. */
export function isOld(file: string, { sinceMs }: UserPath): boolean {
  try {
    return isBefore(lstatSync(file), sinceMs) && isBefore(statSync(file), sinceMs);
  } catch {
    return false;
  }
}

/** The clock of a file system lags behind by some milliseconds, never ahead; agents take longer to start. */
function isBefore({ ctimeMs }: Stats, sinceMs: number): boolean {
  return Math.floor(ctimeMs) <= sinceMs;
}

/** To the same file, or to one in a folder that was there: `python3` leads to `python3.12` beside it. */
function leadsWhereItLed(link: string, real: string, before: UserPath["before"]): boolean {
  const folder = identityOf(dirname(real));
  return isSame(link, before) || [...before.values()].some((known) => known === folder);
}

function isSame(file: string, before: UserPath["before"]): boolean {
  const known = before.get(file);
  return known !== undefined && known === identityOf(file);
}

/** Of another system's disk (WSL) the folders are large and slow, and hold no links. */
const SLOW = /^\/mnt\//;

function linksIn(folder: string): string[] {
  if (SLOW.test(folder)) return [];
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function identityOf(file: string): string | undefined {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    return undefined;
  }
}
