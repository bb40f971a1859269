/** Ways out of the tree: servers that run what they are told. Known ones that are there now; the gate's connect rule has the rest. */
import { hide, type Scene } from "./scene.ts";

export function hideSockets(scene: Scene): void {
  const { data, facts, look, places, reveals } = scene;
  for (const pattern of data.sockets) for (const path of scene.expand(pattern)) hide(scene, path, "socket");
  for (const [name, expression] of Object.entries(data.variables)) {
    const path = new RegExp(expression).exec(facts.env[name] ?? "")?.[1];
    if (path !== undefined) hide(scene, path, "socket");
  }
  for (const [pattern, perms] of Object.entries(data.fresh)) {
    for (const path of scene.expand(pattern)) {
      const found = look(path);
      if (found?.type !== "folder" || reveals.opens(found.path, "socket")) continue;
      places.add(found.path, { kind: "fresh", perms });
    }
  }
}
