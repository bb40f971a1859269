/** A mask lies on one name. A secret that has another (a hard link) can be read by that, and nobody can look it up: the person is told. */
import { statSync } from "node:fs";

const MOST_TOLD = 3;

/** `hidden`: what lies below masks by now, by its real names. */
export function findSecondNames(hidden: readonly string[]): readonly string[] {
  const found = hidden.filter(hasSecondName);
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

function hasSecondName(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.nlink > 1;
  } catch {
    return false;
  }
}
