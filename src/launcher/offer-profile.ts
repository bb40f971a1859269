/** The first visit of a project: a card of a few lines, before anything of the agent is on the screen. */
import { basename } from "node:path";
import { makeVisible } from "../core/visible.ts";
import { findPolicyFiles, placesFor } from "../policy/find.ts";
import { card, KEYS } from "./offer-card.ts";
import { rememberChoice } from "./project-choice.ts";
import { readKey } from "./read-key.ts";

/** The profiles to use now. `y` and `n` are remembered; Enter means not now. */
export async function offerProfile(
  project: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<readonly string[] | "interrupted"> {
  const places = placesFor(cwd, env);
  // A project with rules of its own has said what it wants.
  if (findPolicyFiles(places).project !== undefined) return [];
  const { detectProfiles, loadProfile } = await import("../policy/profiles.ts");
  const names = detectProfiles(project, places.profilesDir);
  if (names.length === 0) return [];
  const found = names.map((name) => loadProfile(places.profilesDir, name));
  process.stderr.write(card(makeVisible(basename(project)), found, process.stderr.columns || 80));
  switch (await readAnswer()) {
    case "interrupt":
      return "interrupted";
    case "yes":
      remember(project, names, env, say);
      return names;
    case "never":
      remember(project, [], env, say);
      return [];
    case "not-now":
      return [];
  }
}

type Answer = "yes" | "never" | "not-now" | "interrupt";

const ANSWERS: ReadonlyMap<string, Answer> = new Map([
  ["y", "yes"],
  ["Y", "yes"],
  ["n", "never"],
  ["N", "never"],
  ["\r", "not-now"],
  ["\n", "not-now"],
  ["\x03", "interrupt"],
]);

/** A key that means nothing shows the keys again: nobody should have answered by a slip. */
async function readAnswer(): Promise<Answer> {
  for (;;) {
    const answer = ANSWERS.get(await readKey());
    process.stderr.write("\n");
    if (answer !== undefined) return answer;
    process.stderr.write(KEYS);
  }
}

function remember(
  project: string,
  profiles: readonly string[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): void {
  try {
    rememberChoice(project, profiles, env, new Date());
  } catch (error) {
    say(`this choice could not be remembered: ${error instanceof Error ? error.message : String(error)}`);
  }
}
