/** Programs that a project file may not put into its allow lists: guard's floor denies them, or asks for CONFIRM. */
import { NEVER, NEVER_CHANGING } from "./floor/lists.ts";
import type { ProgramPattern } from "./pattern.ts";
import { matchesParts } from "./wildcard.ts";

export const FLOOR_BLOCKED: readonly string[] = [...NEVER, ...NEVER_CHANGING.keys(), "dd", "mkfs"];
export const FLOOR_DANGEROUS: readonly string[] = ["aws", "gcloud", "az", "kubectl", "docker-compose"];

/** The first of the names that the pattern would cover; `do*` covers `doas`. */
export function coveredName(pattern: ProgramPattern, names: Iterable<string>): string | undefined {
  for (const name of names) {
    if (pattern.kind === "name" && matchesParts(pattern.parts, name)) return name;
    if (pattern.kind === "path" && pattern.glob.text.endsWith(`/${name}`)) return name;
  }
  return undefined;
}

/** Allowed without their arguments being looked at, these run any code: worth a warning. */
export const RUN_ANYTHING: ReadonlySet<string> = new Set(
  (
    "sh bash zsh dash fish ksh env xargs parallel python python3 node deno bun perl ruby php awk gawk lua " +
    "osascript ssh rm find eval exec source tclsh expect npx pnpx bunx uvx pipx docker podman"
  ).split(" "),
);
