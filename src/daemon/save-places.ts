/** Which files can take the rules of a ladder, and which of them to offer first. */
import { join } from "node:path";
import type { Rung } from "../approval/ladder/ladder.ts";
import { mayHoldAnswers } from "../policy/holds-answers.ts";
import type { SaveLayer } from "../protocol/card-messages.ts";
import type { PolicyInForce } from "./policy-in-force.ts";
import type { TrialChecks, TriedQuestion } from "./trial-checks.ts";

export interface SavePlace {
  readonly layer: SaveLayer;
  readonly file: string;
}

export interface OfferedRungs {
  readonly rungs: readonly Rung<TriedQuestion>[];
  readonly question: TriedQuestion;
  readonly trials: TrialChecks;
  readonly policy: Pick<PolicyInForce, "last" | "places">;
}

/**
 * The user's always: the ladder was tried there. The project's comes first where it has a file that is trusted, because then its
 * rules are kept there. A new file in somebody's repository is not the first thing to offer: others would get it with their next
 * pull, and most rules name a folder of this machine.
 */
export async function filesFor(offered: OfferedRungs): Promise<SavePlace[]> {
  const { userFile, projectRoot } = offered.policy.places;
  const user = { layer: "user", file: userFile } as const;
  if (!(await canTakeInProject(offered))) return [user];
  const project = { layer: "project", file: join(projectRoot, ".guard/policy.yaml") } as const;
  return offered.policy.last.layers.projectFile.kind === "trusted" ? [project, user] : [user, project];
}

/** Every rung, because a person may choose any of them. */
async function canTakeInProject({ rungs, question, trials, policy }: OfferedRungs): Promise<boolean> {
  if (!mayHoldAnswers(policy.last.layers.projectFile, policy.places)) return false;
  for (const { matches } of rungs)
    if ((await trials.check(matches, question, "project"))?.ruling !== "allow") return false;
  return true;
}
