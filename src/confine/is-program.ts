/** Would a shell start it? What cannot be looked at is none. */
import { statSync } from "node:fs";

export function isProgram(file: string): boolean {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true && (found.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}
