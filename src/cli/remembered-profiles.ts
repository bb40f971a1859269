/** Profiles that the user accepted for a project when guard run offered them: what a session allows, a check must show. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { placesFor } from "../policy/find.ts";

/** Undefined: never answered. None: the user wants none here. Most users never answer: then nothing more is loaded. */
export async function recallProfiles(
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[] | undefined> {
  const { projectRoot, trustDir } = placesFor(cwd, env);
  if (!existsSync(join(dirname(trustDir), "projects"))) return undefined;
  const { recallChoice } = await import("../launcher/project-choice.ts");
  return recallChoice(projectRoot, env);
}
