/**
 * Finds the helper programs that guard itself starts, outside of every confinement (stty, tmux, bwrap). Never along PATH:
 * its first folder is often the user's own (~/.local/bin), and what stands there may be the last agent's.
 */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Only root writes there. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"];
/** On some machines it belongs to a user or a group: taken from there is only what is root's all the way up. */
const LOOKED_AT = "/usr/local/bin";
/** The user's own, but a Mac has no other place for tmux; what can write there is told in docs/THREAT-MODEL.md. */
const ON_A_MAC = "/opt/homebrew/bin";

/** For programs that start others by their names, outside. */
export const SYSTEM_PATH = FOLDERS.join(":");

/** Undefined: it is not there, or not in a place to be trusted. Both are as if it were missing. */
export function findSystemProgram(name: string): string | undefined {
  if (name.includes("/")) return undefined;
  const found = FOLDERS.map((folder) => join(folder, name)).find(isProgram);
  if (found !== undefined) return found;
  const local = findRoots(join(LOOKED_AT, name));
  if (local !== undefined && isProgram(local)) return local;
  const brewed = join(ON_A_MAC, name);
  return process.platform === "darwin" && isProgram(brewed) ? brewed : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Where its links lead to, for a link on the way may be another's. Undefined: somebody else could change it. */
export function findRoots(file: string): string | undefined {
  try {
    const real = realpathSync(file);
    return wayTo(real).every(isRootsAlone) ? real : undefined;
  } catch {
    return undefined;
  }
}

function wayTo(path: string): string[] {
  return path === dirname(path) ? [path] : [...wayTo(dirname(path)), path];
}

const WRITABLE_BY_OTHERS = 0o022;

function isRootsAlone(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0;
}
