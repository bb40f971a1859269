/**
 * Folders above what is masked cannot be renamed: else something takes the place of what is held, and what is hidden shows under
 * the new name in the next session. Each is a mount point once, whatever lies below it.
 */
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { isWithin } from "./look.ts";
import type { Treatment } from "./places.ts";
import type { Scene } from "./scene.ts";

/** Nobody renames these, and a mount on them is in the way of sandboxes inside. */
const KERNELS = ["/proc", "/sys", "/dev"];

export function pinAll({ places, home, facts }: Scene): void {
  const folders = new Set<string>();
  for (const [path, treatment] of places.sorted()) {
    if (!isMask(treatment) || KERNELS.some((folder) => isWithin(path, folder))) continue;
    // Who moves the home folder moves every file of it; guard's own and what must be held stay where they are all the same.
    const top = isWithin(path, home) && !isHeldAlways(treatment) ? home : "/";
    for (const folder of foldersAbove(path, top)) folders.add(folder);
  }
  for (const folder of folders) if (isMovable(folder, facts.uid)) places.add(folder, { kind: "pinned" });
}

function foldersAbove(path: string, top: string): readonly string[] {
  const folder = dirname(path);
  return folder === top || folder === "/" ? [] : [folder, ...foldersAbove(folder, top)];
}

function isMask({ kind }: Treatment): boolean {
  return kind === "hidden" || kind === "fresh" || kind === "read-only";
}

function isHeldAlways(treatment: Treatment): boolean {
  if (treatment.kind === "hidden") return treatment.what === "guard";
  return treatment.kind === "read-only" && treatment.presence === "must";
}

/** Who can write a folder, or owns it, can rename what lies in it. */
export function isMovable(folder: string, uid: number): boolean {
  if (uid === 0) return true;
  const above = dirname(folder);
  try {
    if (statSync(above).uid === uid) return true;
    accessSync(above, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
