/** Which profiles a session starts with. What is remembered is read before guard's folders are held, so it is read again then. */
import { findProject } from "../policy/find.ts";
import { recallChoice } from "./project-choice.ts";
import type { RunOptions } from "./run-options.ts";
import type { ChosenProfiles } from "./start-line.ts";

export interface Choice extends ChosenProfiles {
  /** In words, when guard's folders are held: why it is not what the user chose. */
  findChange(): Promise<string | undefined>;
}

/**
 * Profiles by hand, else those that the user chose for this project before, else an offer: at a terminal, unless nobody
 * is to be asked.
 */
export async function chooseProfiles(
  { profiles, console, cwd, env, say }: RunOptions,
  where: "pty" | "inherited",
): Promise<Choice | "interrupted"> {
  if (profiles.length > 0) return { names: profiles, by: "hand", findChange: async () => undefined };
  const project = findProject(cwd).root;
  const remembered = await recallChoice(project, env);
  if (remembered !== undefined || where !== "pty" || console === "none") {
    const findChange = async () => tellChange(remembered, await recallChoice(project, env));
    return { names: remembered ?? [], by: "memory", findChange };
  }
  const { offerProfile } = await import("./offer-profile.ts");
  const names = await offerProfile(project, cwd, env, say);
  return names === "interrupted" ? names : { names, by: "memory", findChange: async () => undefined };
}

type Remembered = readonly string[] | undefined;

function tellChange(first: Remembered, now: Remembered): string | undefined {
  return inWords(first) === inWords(now)
    ? undefined
    : `the profiles that are remembered for this project changed while this session started (${inWords(first)}, then ${inWords(now)}): start again`;
}

function inWords(names: Remembered): string {
  return names === undefined || names.length === 0 ? "none" : names.join(", ");
}
