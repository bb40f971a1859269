/**
 * What is hidden from the agent, by what it is and not by its name: from a namespace of its own an agent can move it, and under
 * another name the next session would not hide it. Put back after the tree's end, and told.
 */
import { closeSync, lstatSync, openSync, readlinkSync, renameSync } from "node:fs";
import { O_PATH } from "./mount-table.ts";

export interface KeptSecrets {
  /** In words: what was moved, and what became of it. */
  putBack(): readonly string[];
}

export function keepSecrets(paths: readonly string[]): KeptSecrets {
  const kept = paths.flatMap((path) => {
    try {
      return [{ path, fd: openSync(path, O_PATH) }];
    } catch {
      return [];
    }
  });
  return {
    putBack() {
      const said = kept.flatMap(({ path, fd }) => putOneBack(path, fd));
      for (const { fd } of kept) closeSync(fd);
      return said;
    },
  };
}

/** One that was deleted, or written anew by a rename over it, was its owner's to change. */
function putOneBack(path: string, fd: number): string[] {
  try {
    const now = readlinkSync(`/proc/self/fd/${fd}`);
    if (now === path || now.endsWith(" (deleted)")) return [];
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      return [
        `${path} was moved to ${now} while the agent ran, and something else lies there now: look at both`,
      ];
    renameSync(now, path);
    return [`${path} was moved to ${now} while the agent ran; it is back in its place`];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [`${path} was moved while the agent ran, and could not be put back (${why})`];
  }
}
