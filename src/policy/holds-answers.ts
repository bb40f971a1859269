/** Whether a project's file may get rules by answers at all. */
import type { Places } from "./find.ts";
import type { ProjectStanding } from "./policy.ts";

export function mayHoldAnswers(
  { kind }: ProjectStanding,
  { projectRoot, home }: Pick<Places, "projectRoot" | "home">,
): boolean {
  // What is added to a file that nobody has trusted, or that is broken, would not count.
  if (kind === "untrusted" || kind === "broken") return false;
  // A session in the home folder or above it has no project.
  return home !== projectRoot && !home.startsWith(`${projectRoot === "/" ? "" : projectRoot}/`);
}
