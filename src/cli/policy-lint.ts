/** `guard policy lint`: are the files right? Examples included. */
import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findPolicyFiles, hasPolicyFiles, type Places } from "../policy/find.ts";
import { loadPolicy } from "../policy/load.ts";
import { type PolicyCall, printLine, printProblem } from "./policy-io.ts";
import { refuse } from "./policy-show.ts";

export async function lintPolicy(call: PolicyCall): Promise<number> {
  const { io, places, operands } = call;
  if (operands.length === 0) {
    if (!hasPolicyFiles(findPolicyFiles(places)))
      printLine(io, "no policy files here; guard's built-in rules count");
    return lintPlaces(call, places);
  }
  let worst = 0;
  // One file alone: what is remembered for this project is no part of it.
  const alone = { ...call, input: { ...call.input, profiles: [] } };
  for (const operand of operands) {
    const file = resolve(io.cwd, operand);
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
      printProblem(
        io,
        `${file}: there is no such file; guard policy lint without a name checks those that count`,
      );
      worst = 1;
    } else worst = Math.max(worst, await lintPlaces(alone, placesOf(file, places)));
  }
  return worst;
}

async function lintPlaces(call: PolicyCall, places: Places): Promise<number> {
  const { io, input } = call;
  const outcome = await loadPolicy({ ...input, places });
  if (outcome.kind === "refused") return refuse(call, outcome.problems);
  for (const warning of outcome.warnings) printProblem(io, warning);
  if (outcome.layers.projectFile.kind === "broken") return 1;
  const { org, user, project } = findPolicyFiles(places);
  for (const file of [...org, user, project]) if (file !== undefined) printLine(io, `${file}: fine`);
  return 0;
}

/** One file alone: a project's by its place, anything else is read like the user's. */
function placesOf(file: string, places: Places): Places {
  const nowhere = "/nonexistent/guard";
  if (file.endsWith("/.guard/policy.yaml")) {
    return { ...places, orgDir: nowhere, userFile: nowhere, projectRoot: dirname(dirname(file)) };
  }
  return { ...places, orgDir: nowhere, userFile: file, projectRoot: join(nowhere, "project") };
}
