/** What can be read and not changed: start-up files, settings of the machine, the project's policy, guard itself, PLAN's project. */
import { join } from "node:path";
import { namesBefore } from "./command-names.ts";
import { gitFoldersOf } from "./git-folders.ts";
import { isWithin } from "./look.ts";
import { findOwnCommand } from "./own-command.ts";
import type { Scene } from "./scene.ts";

export function holdReadOnly(scene: Scene): void {
  const { data, facts } = scene;
  for (const pattern of data.readOnly) for (const path of scene.expandOwn(pattern)) hold(scene, path);
  for (const path of data.systemReadOnly) hold(scene, path);
  if (facts.uid === 0) {
    for (const path of data.rootReadOnly) hold(scene, path);
    // Everybody else could not mount a /proc in a sandbox of their own if something lay on this one.
    for (const pid of facts.guardPids) hold(scene, `/proc/${pid}`);
  }
  if (facts.guardProgram !== undefined) {
    holdAlways(scene, facts.guardProgram);
    holdCommand(scene, facts.guardProgram);
  }
  holdAlways(scene, join(facts.project, ".guard"));
}

/** Nothing takes the place of the user's own `guard`, and nothing stands before it. */
function holdCommand(scene: Scene, program: string): void {
  const { facts, project, look } = scene;
  const command = findOwnCommand({ path: facts.env["PATH"], program });
  if (command.kind === "file") holdAlways(scene, command.path);
  // A folder of this name is somebody's, and nothing that can be run.
  for (const name of namesBefore(command, { ...facts, project }, scene.data))
    if (look(name)?.type === "file") hold(scene, name);
}

/** What the session was started for stays writable, be it a folder of start-up files. */
function hold(scene: Scene, path: string): void {
  const found = scene.look(path);
  if (found === undefined || isWithin(scene.project, found.path)) return;
  if (!scene.reveals.opens(found.path, "read-only")) scene.places.add(found.path, { kind: "read-only" });
}

function holdAlways({ look, home, places }: Scene, path: string): void {
  const found = look(path);
  if (found !== undefined && !isWithin(home, found.path))
    places.add(found.path, { kind: "read-only", presence: "must" });
}

/**
 * PLAN: nothing of the project changes, whoever writes. A project that holds the home folder cannot be held. Throws where it
 * is not there: then nothing is started.
 */
export function holdProject(scene: Scene): "read-only" | "writable" | "holds-home" {
  const { facts, look, home, places } = scene;
  if (facts.mode !== "plan") return "writable";
  const found = look(facts.project);
  if (found === undefined)
    throw new Error(
      `the project ${facts.project} cannot be found, so PLAN cannot keep it as it is: start guard in a folder that is there`,
    );
  if (isWithin(home, found.path)) return "holds-home";
  places.add(found.path, { kind: "read-only", presence: "must" });
  for (const folder of gitFoldersOf(found.path)) holdAlways(scene, folder);
  return "read-only";
}
