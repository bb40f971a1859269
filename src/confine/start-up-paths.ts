/** Which files and folders of this user a login, a shell or the machine runs by itself. */
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
  { home, uid, env }: StartUpUser,
  { told, rootTold }: Pick<ConfinementData, "told" | "rootTold"> = loadConfinementData(),
): readonly string[] {
  const { own, user } = findHomes({ home, uid });
  const places = { homes: own, runtimes: [], uid, user, env, namesIn: () => [] };
  const patterns = uid === 0 ? [...told, ...rootTold] : told;
  return [...new Set(patterns.flatMap((pattern) => expandPattern(pattern, places)))];
}
