/** guard's own folders: policy, state, sessions. Hidden, but for what this session's agent needs. */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMovable } from "./pin.ts";
import { guardPlaces, type Scene } from "./scene.ts";

export function hideGuard(scene: Scene): void {
  const { facts, look, places, warnings } = scene;
  for (const path of guardPlaces(facts)) {
    const found = look(path);
    if (found === undefined) continue;
    places.add(found.path, { kind: "hidden", type: found.type, what: "guard" });
    const link = findLink(path, facts.uid);
    if (link !== undefined)
      warnings.push(`${link} is a link on the way to guard's own ${path}: it could be replaced`);
  }
  const agent = look(join(facts.session.folder, "agent"));
  if (agent !== undefined) places.add(agent.path, { kind: "back", source: agent.path, access: "read-only" });
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
