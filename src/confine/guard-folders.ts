/** guard's own folders must be there before anything is hidden: what is not there cannot be masked, and could be made. */
import { mkdirSync } from "node:fs";
import { codeOf, isWithin } from "./look.ts";

/**
 * Makes those that are missing. Gives back why one could not be made; one that this user may not make is no problem, for
 * the tree may not either.
 */
export function makeGuardFolders(guardOwned: readonly string[]): readonly string[] {
  return guardOwned.flatMap((folder) => {
    try {
      // The organisation's is for everybody to read.
      mkdirSync(folder, { recursive: true, mode: isWithin(folder, "/etc") ? 0o755 : 0o700 });
      return [];
    } catch (error) {
      const code = codeOf(error);
      return ["EACCES", "EPERM", "EROFS"].includes(code) ? [] : [`${folder} cannot be made (${code})`];
    }
  });
}
