/** Keys, passwords and logins: the floor's lists, and what policy/confinement.yaml adds to them and takes from them. */
import { dirname } from "node:path";
import { HOME_SECRETS, SYSTEM_SECRETS } from "../policy/floor/lists.ts";
import { hidePartly } from "./hide-partly.ts";
import { stampOfFile } from "./kept-names.ts";
import { isWithin } from "./look.ts";
import { mayMatch } from "./may-match.ts";
import { hide, type Scene } from "./scene.ts";

export function hideSecrets(scene: Scene): void {
  const { data } = scene;
  const left = new Set(data.left);
  const partly = new Map(data.inside.map((one) => [one.folder, one]));
  for (const pattern of new Set([...secretPatterns(), ...data.hidden, ...partly.keys()])) {
    if (left.has(pattern)) continue;
    const parts = partly.get(pattern);
    const holds = data.onlyWith[pattern];
    for (const path of scene.expand(pattern)) {
      if (isAbsent(path, scene)) scene.absent.set(path, holds);
      if (parts !== undefined) hidePartly(scene, path, parts);
      else if (holds === undefined || mayHold(scene, path, new RegExp(holds, "im")))
        hide(scene, path, "secret");
    }
  }
}

/** What could be made there at once: in a folder that is there. */
function isAbsent(path: string, { look, facts, reveals }: Scene): boolean {
  if (!isWithin(path, facts.home) || look(path) !== undefined) return false;
  return look(dirname(path)) !== undefined && !reveals.holds(path);
}

let listed: readonly string[] | undefined;

function secretPatterns(): readonly string[] {
  listed ??= [...HOME_SECRETS.map((secret) => `~/${secret}`), ...SYSTEM_SECRETS].map((secret) =>
    secret.replace(/\/$/, ""),
  );
  return listed;
}

function mayHold({ look, shown, reveals }: Scene, path: string, expression: RegExp): boolean {
  const found = look(path);
  if (found === undefined) return false;
  // Before it is read: what is written meanwhile is a change.
  const stamp = stampOfFile(found.path);
  if (stamp === undefined || mayMatch(found.path, expression)) return true;
  if (!reveals.holds(found.path)) shown.set(found.path, stamp);
  return false;
}
