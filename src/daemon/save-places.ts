/** Which files can take the rules of a ladder, and which of them to offer first. */
import { join } from "node:path";
import type { Rung } from "../approval/ladder/ladder.ts";
import type { RungMatch } from "../approval/ladder/rung.ts";
import type { SaveLayer } from "../protocol/card-messages.ts";
import type { PolicyInForce } from "./policy-in-force.ts";
import type { TrialChecks, TriedQuestion } from "./trial-checks.ts";

export interface SavePlace {
  readonly layer: SaveLayer;
  readonly file: string;
}

export interface OfferedRungs {
  readonly rungs: readonly Rung<TriedQuestion>[];
  readonly suggested: Rung<TriedQuestion>;
  readonly question: TriedQuestion;
  readonly trials: TrialChecks;
  readonly policy: Pick<PolicyInForce, "last" | "places">;
}

/**
 * The user's always: the ladder was tried there. The project's first where people keep such rules already, or where the rule is
 * about this project's folder: elsewhere it would never match.
 */
export async function filesFor(offered: OfferedRungs): Promise<SavePlace[]> {
  const { suggested, policy } = offered;
  const { userFile, projectRoot } = policy.places;
  const user = { layer: "user", file: userFile } as const;
  if (!(await canTakeInProject(offered))) return [user];
  const project = { layer: "project", file: join(projectRoot, ".guard/policy.yaml") } as const;
  const isItsPlace =
    policy.last.layers.projectFile.kind === "trusted" ||
    suggested.matches.some((match) => namesFolder(match, projectRoot));
  return isItsPlace ? [project, user] : [user, project];
}

/** Every rung, because a person may choose any of them. */
async function canTakeInProject({ rungs, question, trials, policy }: OfferedRungs): Promise<boolean> {
  const { projectRoot, home } = policy.places;
  const { projectFile } = policy.last.layers;
  // What is added to a file that nobody has trusted, or that is broken, would not count.
  if (projectFile.kind === "untrusted" || projectFile.kind === "broken") return false;
  // A session in the home folder or above it has no project.
  if (home === projectRoot || home.startsWith(`${projectRoot === "/" ? "" : projectRoot}/`)) return false;
  for (const { matches } of rungs)
    if ((await trials.check(matches, question, "project"))?.ruling !== "allow") return false;
  return true;
}

function namesFolder(match: RungMatch, folder: string): boolean {
  const isIn = (path: string | undefined) => path === folder || path?.startsWith(`${folder}/`) === true;
  if (typeof match === "string") return isIn(match.split(" ", 1)[0]);
  return isIn(match.under) || isIn(match.program);
}
