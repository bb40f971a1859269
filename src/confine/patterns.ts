/** The paths that an entry of policy/confinement.yaml stands for on this machine. */
import { readdirSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

export interface PatternPlaces {
  readonly homes: readonly string[];
  /** Runtime folders, as /run/user/1000. */
  readonly runtimes: readonly string[];
  readonly uid: number;
  readonly user: string;
  readonly env: NodeJS.ProcessEnv;
}

export function expandPattern(pattern: string, places: PatternPlaces): readonly string[] {
  const named = pattern.replaceAll("$UID", String(places.uid)).replaceAll("$USER", places.user);
  return rootsOf(named, places).flatMap(([root, rest]) =>
    rest.includes("*") ? matching(root, rest) : [below(root, rest)],
  );
}

type Rooted = readonly (readonly [root: string, rest: string])[];

function rootsOf(pattern: string, places: PatternPlaces): Rooted {
  const { homes, runtimes, env } = places;
  if (pattern.startsWith("~/")) {
    const moved = MOVABLE.flatMap(([folder, variable]) =>
      pattern.startsWith(folder) ? movedTo(env[variable], pattern.slice(folder.length)) : [],
    );
    return [...homes.map((home) => [home, pattern.slice(2)] as const), ...moved];
  }
  if (pattern.startsWith("$RUN/")) return runtimes.map((runtime) => [runtime, pattern.slice(5)]);
  const [, variable, rest = ""] = /^\$([A-Z_]+)(?:\/(.*))?$/s.exec(pattern) ?? [];
  return variable === undefined ? [["/", pattern.slice(1)]] : movedTo(env[variable], rest);
}

/** Where the user may have moved them. */
const MOVABLE = [
  ["~/.config/", "XDG_CONFIG_HOME"],
  ["~/.local/share/", "XDG_DATA_HOME"],
] as const;

/** A variable may name several, as PATH does. */
function movedTo(folders: string | undefined, rest: string): Rooted {
  if (folders === undefined) return [];
  return [...new Set([folders, ...folders.split(":")])]
    .filter((folder) => isAbsolute(folder))
    .map((folder) => [resolve(folder), rest]);
}

/** Nothing here needs to be normalised again. */
function below(folder: string, name: string): string {
  if (name === "") return folder;
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

function matching(root: string, pattern: string): readonly string[] {
  let found = [root];
  for (const part of pattern.split("/")) {
    found = part.includes("*")
      ? found.flatMap((folder) => namesIn(folder, part).map((name) => below(folder, name)))
      : found.map((folder) => below(folder, part));
  }
  return found;
}

/** Names in a folder that match; none where it cannot be listed. */
export function namesIn(folder: string, pattern: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => matchesName(name, pattern));
  } catch {
    return [];
  }
}

/** `*` stands for any text within the name. */
export function matchesName(name: string, pattern: string): boolean {
  if (!pattern.includes("*")) return name === pattern;
  const text = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${text.join(".*")}$`, "s").test(name);
}
