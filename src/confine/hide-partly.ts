/** Folders such as ~/.ssh: keys are hidden, what is needed every day stays. */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PartlyHidden } from "./confinement-data.ts";
import { mayMatch } from "./may-match.ts";
import { matchesName } from "./patterns.ts";
import { hide, type Scene } from "./scene.ts";

/** Each is a mount of its own, and the kernel's list of them is read again for each. */
const MAX_KEPT = 32;

export function hidePartly(scene: Scene, path: string, parts: PartlyHidden): void {
  const found = scene.look(path);
  if (found === undefined) return;
  hide(scene, path, "secret");
  const treatment = scene.places.get(found.path);
  if (found.type !== "folder" || treatment?.kind !== "hidden" || treatment.what === "guard") return;
  if (needsRoom(scene, found.path, parts)) scene.places.set(found.path, { ...treatment, room: "some" });
  bringBack(scene, found.path, parts);
}

function needsRoom({ look }: Scene, folder: string, { room, roomWhen }: PartlyHidden): boolean {
  if (room === "always" || roomWhen === undefined) return room === "always";
  const file = look(join(folder, roomWhen.file));
  return file !== undefined && mayMatch(file.path, new RegExp(roomWhen.holds, "im"));
}

function bringBack(scene: Scene, folder: string, parts: PartlyHidden): void {
  const entries = entriesOf(folder);
  for (const entry of entries)
    if (parts.empty.some((pattern) => matchesEntry(entry, pattern)))
      scene.places.add(join(folder, entry.name), { kind: "room" });
  const backs = entries.flatMap((entry) => {
    const access = accessOf(entry, parts);
    return access === undefined ? [] : [{ path: join(folder, entry.name), access }];
  });
  for (const { path, access } of backs.slice(0, MAX_KEPT)) {
    const source = scene.look(path)?.path;
    if (source === path) scene.places.add(path, { kind: "back", source, access });
    // Whoever could make the link chose where it leads: a folder would come without its masks, a writable file without its own.
    else if (source !== undefined && isRegularFile(source))
      scene.places.add(path, { kind: "back", source, access: "read-only" });
  }
  if (backs.length > MAX_KEPT)
    scene.warnings.push(`${folder}: of ${backs.length} files that stay usable only ${MAX_KEPT} do`);
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function accessOf(
  entry: Dirent,
  { kept, writable, sockets }: PartlyHidden,
): "read-only" | "writable" | undefined {
  if (writable.some((pattern) => matchesEntry(entry, pattern))) return "writable";
  if (sockets === "kept" && entry.isSocket()) return "writable";
  return kept.some((pattern) => matchesEntry(entry, pattern)) ? "read-only" : undefined;
}

/** A name with a slash at its end is a folder's, and no file's. */
function matchesEntry(entry: Dirent, pattern: string): boolean {
  return matchesName(entry.name, pattern.replace(/\/$/, "")) && (!pattern.endsWith("/") || !entry.isFile());
}

/** None where the folder cannot be listed: then all of it is hidden. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
