/** Whether the project's own file could take a rule: there it must answer the same questions. */
import type { RungMatch } from "../approval/ladder/rung.ts";
import { mayHoldAnswers } from "../policy/holds-answers.ts";
import type { Unallowed } from "./asked-part.ts";
import type { OpenFor } from "./engines.ts";
import { checkWith, openOf } from "./try-rules.ts";

/** More would tell nothing new: they all fit the same rule. */
const MOST_TRIED = 50;

export async function canSaveInProject(
  matches: readonly RungMatch[],
  saved: readonly Unallowed[],
  openFor: OpenFor,
): Promise<boolean> {
  for (const { seen } of saved.slice(0, MOST_TRIED)) {
    const open = await openOf(seen, openFor);
    if (open === undefined) return false;
    const { places } = await open.loadInput();
    if (!mayHoldAnswers(open.layers.projectFile, places)) return false;
    if ((await checkWith(open, matches, seen, "project"))?.ruling !== "allow") return false;
  }
  return saved.length > 0;
}
