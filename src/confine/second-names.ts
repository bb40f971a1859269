/** A mask lies on one name. A secret that has another (a hard link) can be read by that, and nobody can look it up: the person is told. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const MOST_TOLD = 3;
/** Of one hidden folder: keys lie right in it, and a browser's has thousands below. */
const MOST_LOOKED_AT = 64;

/** `hidden`: what lies below masks, by its real names; of folders what lies right in them. */
export function findSecondNames(hidden: readonly string[]): readonly string[] {
  const found = hidden.flatMap((path) => [path, ...filesIn(path)]).filter(hasSecondName);
  const told = found
    .slice(0, MOST_TOLD)
    .map((path) => `${path} has another name (a hard link), by which the agent can read it${hintFor(path)}`);
  const rest = found.length - told.length;
  return rest === 0
    ? told
    : [...told, `${rest} more hidden file${rest === 1 ? " has" : "s have"} other names`];
}

/** A line to copy, where the name needs no quotes. */
function hintFor(path: string): string {
  return /^[\w./-]+$/.test(path) ? `; this finds it: find ~ -xdev -samefile ${path}` : "";
}

function filesIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return files.slice(0, MOST_LOOKED_AT).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function hasSecondName(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.nlink > 1;
  } catch {
    return false;
  }
}
