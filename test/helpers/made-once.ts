/** What takes long to make (compiled programs, copies) and nobody changes: made by the first test file that asks, for all of this run. */
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** A folder that everybody can read; `make` fills it. */
export function makeOnce(name: string, make: (folder: string) => void): string {
  const shared = inject("sharedFolder");
  const made = join(shared, name);
  if (existsSync(made)) return made;
  const half = mkdtempSync(join(shared, "half-"));
  try {
    chmodSync(half, 0o755);
    make(half);
    renameSync(half, made);
  } catch (problem) {
    rmSync(half, { recursive: true, force: true });
    // Another test file was faster.
    if (!existsSync(made)) throw problem;
  }
  return made;
}
