/** Which files and folders of this user a login, a shell or the machine runs by itself. */
import { lstatSync } from "node:fs";
import { type ConfinementData, loadConfinementData } from "./confinement-data.ts";
import { findHomes } from "./homes.ts";
import { expandPattern } from "./patterns.ts";

export interface StartUpUser {
  readonly home: string;
  readonly uid: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Also those that are not there. */
export function startUpPaths(
  user: StartUpUser,
  { told, rootTold }: Pick<ConfinementData, "told" | "rootTold"> = loadConfinementData(),
): readonly string[] {
  return expandAll(user.uid === 0 ? [...told, ...rootTold] : told, user);
}

/** Folders that nobody should make unnoticed, and that are not there. */
export function absentPaths(
  user: StartUpUser,
  { toldNew }: Pick<ConfinementData, "toldNew"> = loadConfinementData(),
): readonly string[] {
  return expandAll(toldNew, user).filter((path) => !isThere(path));
}

export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function expandAll(patterns: readonly string[], { home, uid, env }: StartUpUser): readonly string[] {
  const { own, user } = findHomes({ home, uid });
  const places = { homes: own, runtimes: [], uid, user, env, namesIn: () => [] };
  return [...new Set(patterns.flatMap((pattern) => expandPattern(pattern, places)))];
}
