/** In which folders of PATH the name `guard` is taken for a session; `unnamed` in policy/confinement.yaml says in which not. */
import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { UnnamedFolders } from "./confinement-data.ts";
import { isWithin } from "./look.ts";

export interface CommandUser {
  readonly home: string;
  readonly uid: number;
  readonly project: string;
}

/** It is there and the user's, or can be made. Never throws. */
export function canTakeName(folder: string, user: CommandUser, unnamed: UnnamedFolders): boolean {
  try {
    const real = existsSync(folder) ? findUsers(folder, user) : findMissing(folder, user);
    return real !== undefined && !isOfProject(real, user) && !isUnnamed(real, unnamed);
  } catch {
    return false;
  }
}

/** Its real name. Root can write everywhere, and leaves nothing of root's in folders of others. */
function findUsers(folder: string, { uid }: CommandUser): string | undefined {
  const real = realpathSync.native(folder);
  const found = statSync(real);
  if (!found.isDirectory() || (uid === 0 && found.uid !== 0)) return undefined;
  accessSync(real, constants.W_OK);
  return real;
}

/** Elsewhere than in the home a new folder would be somebody's business; and one in a folder that is missing too, a tool's. */
function findMissing(folder: string, { home, uid }: CommandUser): string | undefined {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return undefined;
  const parent = realpathSync.native(dirname(folder));
  const isHomes = isWithin(parent, realpathSync.native(home)) && statSync(parent).uid === uid;
  return isHomes ? join(parent, basename(folder)) : undefined;
}

/** What the session works on is not held; a session in the home folder itself works on something in it. */
function isOfProject(folder: string, user: CommandUser): boolean {
  const [project, home] = [user.project, user.home].map((path) => realpathSync.native(path));
  return project !== undefined && isWithin(folder, project) && !isWithin(home ?? "/", project);
}

function isUnnamed(folder: string, { folders, named, beside }: UnnamedFolders): boolean {
  return (
    folders.includes(folder) ||
    named.includes(basename(folder)) ||
    beside.some((name) => existsSync(join(dirname(folder), name)))
  );
}
