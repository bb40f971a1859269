/** Finds the program that the user named, as a shell would. */
import { accessSync, constants, type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";

export type FoundAgent =
  | { readonly kind: "found"; readonly program: string }
  | { readonly kind: "not-found" }
  | { readonly kind: "not-executable"; readonly program: string };

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

export function findAgent(name: string, cwd: string, path: string = DEFAULT_PATH): FoundAgent {
  if (name === "") return { kind: "not-found" };
  if (name.includes("/")) return look(resolve(cwd, name));
  let blocked: FoundAgent | undefined;
  for (const folder of path.split(":")) {
    // An empty entry of PATH means the current folder.
    const found = look(resolve(cwd, join(folder || ".", name)));
    if (found.kind === "found") return found;
    if (found.kind === "not-executable") blocked ??= found;
  }
  return blocked ?? { kind: "not-found" };
}

function look(program: string): FoundAgent {
  const stats = findStats(program);
  if (stats === undefined) return { kind: "not-found" };
  if (!stats.isFile()) return { kind: "not-executable", program };
  try {
    accessSync(program, constants.X_OK);
    return { kind: "found", program };
  } catch {
    return { kind: "not-executable", program };
  }
}

/** A folder of PATH that is a file, or closed to us, holds nothing that could be found. */
function findStats(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
