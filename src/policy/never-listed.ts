/** Names that allow lists may not have, or only with a warning. */
import { NEVER, NEVER_CHANGING } from "./floor/lists.ts";
import type { ProgramPattern } from "./pattern.ts";
import type { Matcher } from "./policy.ts";
import { matchesParts } from "./wildcard.ts";

/** guard's floor denies them, so a project file may not put them into its allow lists. */
export const FLOOR_BLOCKED: readonly string[] = [...NEVER, ...NEVER_CHANGING.keys(), "dd", "mkfs"];

/** The first of the names that the pattern would cover; `do*` covers `doas`, `/usr/bin/aw*` covers `aws`. */
export function coveredName(pattern: ProgramPattern, names: Iterable<string>): string | undefined {
  for (const name of names) if (coversName(pattern, name)) return name;
  return undefined;
}

function coversName(pattern: ProgramPattern, name: string): boolean {
  switch (pattern.kind) {
    case "name":
      return matchesParts(pattern.parts, name);
    case "path": {
      const last = pattern.glob.segments.at(-1) ?? "**";
      return last === "**" || matchesParts(last, name);
    }
  }
}

/** A wildcard that leaves fewer than two characters of the program's name means nearly every program. */
export function isTooWide(pattern: ProgramPattern): boolean {
  const last = pattern.kind === "name" ? pattern.parts : (pattern.glob.segments.at(-1) ?? "**");
  return last === "**" || (last.length > 1 && last.join("").length < 2);
}

/** Nothing is said about the arguments. */
export function takesAnyArguments({ words, flags, effects }: Matcher): boolean {
  return flags.length === 0 && effects.length === 0 && (words === undefined || words[0]?.kind === "many");
}

/** Allowed without their arguments being looked at, these run any code: worth a warning. */
export const RUN_ANYTHING: ReadonlySet<string> = new Set(
  (
    "sh bash zsh dash fish ksh env xargs parallel python python3 node deno bun perl ruby php awk gawk lua " +
    "osascript ssh rm find eval exec source tclsh expect npx pnpx bunx uvx pipx docker podman"
  ).split(" "),
);
