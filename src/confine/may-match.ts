/** Does a file hold this? What cannot be read may hold anything. */
import { readFileSync, statSync } from "node:fs";

const MAX_READ_BYTES = 262_144;

export function mayMatch(path: string, expression: RegExp): boolean {
  try {
    const stats = statSync(path);
    // Opening a pipe would wait for its other end.
    if (!stats.isFile() || stats.size > MAX_READ_BYTES) return true;
    return expression.test(readFileSync(path, "utf8"));
  } catch {
    return true;
  }
}
