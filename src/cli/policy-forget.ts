/** `guard policy forget`: the user's answer to the offer of guard run does not count any more; the offer comes again. */
import { choiceFile, forgetChoice } from "../launcher/project-choice.ts";
import { type PolicyCall, printLine, printProblem } from "./policy-io.ts";

export function forgetProfiles({ io, places, remembered }: PolicyCall): Promise<number> {
  const { projectRoot } = places;
  try {
    if (forgetChoice(projectRoot, io.env) === "nothing-remembered") {
      printLine(io, `${projectRoot}: nothing is remembered for this project`);
      return Promise.resolve(0);
    }
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    const file = choiceFile(projectRoot, io.env);
    printProblem(io, `${file}: it cannot be removed (${code}); the folder must be yours`);
    return Promise.resolve(1);
  }
  printLine(io, `${projectRoot}: forgotten: ${describe(remembered)}`);
  printLine(io, "guard run offers what fits again; running sessions keep what they have");
  return Promise.resolve(0);
}

function describe(remembered: readonly string[] | undefined): string {
  if (remembered === undefined) return "a record that could not be read";
  return remembered.length === 0 ? "that you want no profile here" : remembered.join(", ");
}
