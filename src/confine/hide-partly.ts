/** Folders such as ~/.ssh: keys are hidden, what is needed every day stays. */
import { type Dirent, readdirSync } from "node:fs";
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
  if (parts.hidden.length > 0) return hideNames(scene, found.path, parts.hidden);
  hide(scene, path, "secret");
  const treatment = scene.places.get(found.path);
  if (found.type !== "folder" || treatment?.kind !== "hidden" || treatment.what === "guard") return;
  if (needsRoom(scene, found.path, parts)) scene.places.set(found.path, { ...treatment, room: "some" });
  bringBack(scene, found.path, parts);
}

function needsRoom({ look }: Scene, folder: string, { roomWhen }: PartlyHidden): boolean {
  if (roomWhen === undefined) return false;
  const file = look(join(folder, roomWhen.file));
  return file !== undefined && mayMatch(file.path, new RegExp(roomWhen.holds, "im"));
}

function hideNames(scene: Scene, folder: string, patterns: readonly string[]): void {
  for (const { name } of entriesOf(folder))
    if (patterns.some((pattern) => matchesName(name, bare(pattern))))
      hide(scene, join(folder, name), "secret");
}

function bringBack(scene: Scene, folder: string, parts: PartlyHidden): void {
  const backs = entriesOf(folder).flatMap((entry) => {
    const access = accessOf(entry, parts);
    return access === undefined ? [] : [{ path: join(folder, entry.name), access }];
  });
  for (const { path, access } of backs.slice(0, MAX_KEPT)) {
    const source = scene.look(path)?.path;
    if (source !== undefined) scene.places.add(path, { kind: "back", source, access });
  }
  if (backs.length > MAX_KEPT)
    scene.warnings.push(`${folder}: of ${backs.length} files that stay usable only ${MAX_KEPT} do`);
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
  return matchesName(entry.name, bare(pattern)) && (!pattern.endsWith("/") || !entry.isFile());
}

function bare(pattern: string): string {
  return pattern.replace(/\/$/, "");
}

/** None where the folder cannot be listed: then all of it is hidden. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
