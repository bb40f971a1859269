/** The first visit of a project: a card of a few lines, before anything of the agent is on the screen. */
import { basename } from "node:path";
import { makeVisible } from "../core/visible.ts";
import { findPolicyFiles, placesFor } from "../policy/find.ts";
import { rememberChoice } from "./project-choice.ts";
import { readKey } from "./read-key.ts";

const CTRL_C = "\x03";

/** The profiles to use now. `n` and `y` are remembered; any other key means not now. */
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
  process.stderr.write(card(project, found));
  const key = await readKey();
  process.stderr.write("\n");
  switch (key) {
    case CTRL_C:
      return "interrupted";
    case "y":
    case "Y":
      remember(project, names, env, say);
      return names;
    case "n":
    case "N":
      remember(project, [], env, say);
      return [];
    default:
      return [];
  }
}

interface Found {
  readonly name: string;
  readonly data: {
    readonly about: string;
    readonly commands: readonly (string | { readonly name: string })[];
  };
}

const SHOWN_PROGRAMS = 8;

export function card(project: string, found: readonly Found[]): string {
  const names = found.map(({ name }) => name).join(", ");
  const programs = [
    ...new Set(
      found.flatMap(({ data }) =>
        data.commands.map((entry) => (typeof entry === "string" ? entry : entry.name).split(" ")[0] ?? ""),
      ),
    ),
  ];
  const shown = programs.slice(0, SHOWN_PROGRAMS).join(", ");
  const more = programs.length > SHOWN_PROGRAMS ? ` and ${programs.length - SHOWN_PROGRAMS} more` : "";
  return [
    `guard: ${makeVisible(basename(project))} looks like: ${found.map(({ data }) => data.about).join("; ")}`,
    `  profile ${names} lets the everyday commands of ${shown}${more} run unasked`,
    "  (tests, builds, formatters; installing and publishing are still asked)",
    "  y  use it here from now on    n  never here    Enter  not now",
    "  ? ",
  ].join("\n");
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
