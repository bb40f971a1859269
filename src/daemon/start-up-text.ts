/** Texts of start-up files; what cannot be read, or is longer than any of them, holds nothing. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const MAX_BYTES = 512 * 1024;

export function readStartUpText(file: string): string {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= MAX_BYTES ? readFileSync(file, "latin1") : "";
  } catch {
    return "";
  }
}

export function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
