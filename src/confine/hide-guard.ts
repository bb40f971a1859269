/**
 * guard's own folders: policy, state, sessions. Hidden, but for what this session's agent needs, and nothing may take their
 * place: a folder above them that could be renamed is pinned.
 */
import { accessSync, constants, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWithin } from "./look.ts";
import { guardPlaces, type Scene } from "./scene.ts";

export function hideGuard(scene: Scene): void {
  const { facts, look, places, warnings } = scene;
  for (const path of guardPlaces(facts)) {
    const found = look(path);
    if (found === undefined) continue;
    places.add(found.path, { kind: "hidden", type: found.type, what: "guard" });
    pinAbove(scene, found.path, "/");
    const link = findLink(path, facts.uid);
    if (link !== undefined)
      warnings.push(`${link} is a link on the way to guard's own ${path}: it could be replaced`);
  }
  const agent = look(join(facts.session.folder, "agent"));
  if (agent !== undefined) places.add(agent.path, { kind: "back", source: agent.path, access: "read-only" });
}

/** What lies in a folder that can be renamed could be replaced together with it. */
export function pinReadOnly({ places, home, facts }: Scene): void {
  for (const [path, { kind }] of places.sorted())
    if (kind === "read-only" && isWithin(path, home)) pinAbove({ places, facts }, path, home);
}

function pinAbove({ places, facts }: Pick<Scene, "places" | "facts">, path: string, top: string): void {
  for (let folder = dirname(path); folder !== top && folder !== "/"; folder = dirname(folder))
    if (isMovable(folder, facts.uid)) places.add(folder, { kind: "pinned" });
}

/** Who can write a folder can rename what lies in it. */
function isMovable(folder: string, uid: number): boolean {
  if (uid === 0) return true;
  try {
    accessSync(dirname(folder), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first link on the way that this user could replace. A link cannot be pinned. */
function findLink(path: string, uid: number): string | undefined {
  for (let at = path; at !== "/"; at = dirname(at)) if (isLink(at) && isMovable(at, uid)) return at;
  return undefined;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
