/** All folders of guard's own that an agent of this user could get at: of this session, of others, of other settings of HOME. */
import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { listRuntimeFolders } from "../ipc/runtime-folder.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import type { Places } from "../policy/find.ts";

/** Those that are made where they are missing: nobody below must be able to make them. */
export function ownPlaces(
  { userFile, trustDir, orgDir }: Places,
  place: SessionPlace,
  env: NodeJS.ProcessEnv,
): string[] {
  return [dirname(userFile), dirname(trustDir), orgDir, dirname(place.folder), ...listRuntimeFolders(env)];
}

/** Hidden where they are there: of the account's real home, and for root of everybody. */
export function otherPlaces(): string[] {
  const { homedir, uid } = userInfo();
  const homes = [homedir, ...(uid === 0 ? namesIn("/home").map((name) => join("/home", name)) : [])];
  const inHomes = homes.flatMap((home) => [join(home, ".config/guard"), join(home, ".local/state/guard")]);
  const running =
    uid === 0
      ? [
          ...namesIn("/run/user").map((name) => join("/run/user", name, "guard")),
          ...namesIn("/tmp").flatMap((name) => (/^guard-\d+$/.test(name) ? [join("/tmp", name)] : [])),
        ]
      : [];
  return [...inHomes, ...running].filter((path) => existsSync(path));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
