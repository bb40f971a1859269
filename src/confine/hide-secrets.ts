/** Keys, passwords and logins: the floor's lists, and what policy/confinement.yaml adds to them and takes from them. */
import { readFileSync, statSync } from "node:fs";
import { HOME_SECRETS, SYSTEM_SECRETS } from "../policy/floor/lists.ts";
import { hidePartly } from "./hide-partly.ts";
import { hide, type Scene } from "./scene.ts";

export function hideSecrets(scene: Scene): void {
  const { data } = scene;
  const left = new Set(data.left);
  const partly = new Map(data.inside.map((one) => [one.folder, one]));
  for (const pattern of [...secretPatterns(), ...data.hidden]) {
    if (left.has(pattern)) continue;
    const parts = partly.get(pattern);
    const holds = data.onlyWith[pattern];
    for (const path of scene.expand(pattern)) {
      if (parts !== undefined) hidePartly(scene, path, parts);
      else if (holds === undefined || mayHold(scene, path, new RegExp(holds, "im")))
        hide(scene, path, "secret");
    }
  }
}

let listed: readonly string[] | undefined;

function secretPatterns(): readonly string[] {
  listed ??= [...HOME_SECRETS.map((secret) => `~/${secret}`), ...SYSTEM_SECRETS].map((secret) =>
    secret.replace(/\/$/, ""),
  );
  return listed;
}

const MAX_READ_BYTES = 262_144;

/** What cannot be read may hold anything. */
function mayHold({ look }: Scene, path: string, expression: RegExp): boolean {
  const found = look(path);
  if (found === undefined) return false;
  try {
    const stats = statSync(found.path);
    // Opening a pipe would wait for its other end.
    if (!stats.isFile() || stats.size > MAX_READ_BYTES) return true;
    return expression.test(readFileSync(found.path, "utf8"));
  } catch {
    return true;
  }
}
