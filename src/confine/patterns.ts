/** The paths that an entry of policy/confinement.yaml stands for on this machine. */
import { isAbsolute, resolve } from "node:path";

export interface PatternPlaces {
  readonly homes: readonly string[];
  /** Runtime folders, as /run/user/1000. */
  readonly runtimes: readonly string[];
  readonly uid: number;
  readonly user: string;
  readonly env: NodeJS.ProcessEnv;
  namesIn(folder: string): readonly string[];
}

export function expandPattern(pattern: string, places: PatternPlaces): readonly string[] {
  const paths = pattern.startsWith("~/") ? inHomes(pattern, places) : elsewhere(pattern, places);
  return pattern.includes("*") ? paths.flatMap((path) => matching(path, places)) : paths;
}

function inHomes(pattern: string, { homes, env }: PatternPlaces): readonly string[] {
  const rest = pattern.slice(2);
  const paths = homes.map((home) => below(home, rest));
  for (const [folder, variable] of MOVABLE)
    if (env[variable] !== undefined && pattern.startsWith(folder))
      paths.push(...named(env[variable], pattern.slice(folder.length)));
  return paths;
}

/** Where the user may have moved them. */
const MOVABLE = [
  ["~/.config/", "XDG_CONFIG_HOME"],
  ["~/.local/share/", "XDG_DATA_HOME"],
] as const;

function elsewhere(pattern: string, { runtimes, uid, user, env }: PatternPlaces): readonly string[] {
  if (!pattern.includes("$")) return [pattern];
  const path = pattern.replace("$UID", String(uid)).replace("$USER", user);
  if (path.startsWith("$RUN/")) return runtimes.map((runtime) => below(runtime, path.slice(5)));
  if (!path.startsWith("$")) return [path];
  const [variable = "", ...rest] = path.slice(1).split("/");
  return named(env[variable], rest.join("/"));
}

/** A variable may name several, as PATH does. */
function named(folders: string | undefined, rest: string): readonly string[] {
  if (folders === undefined) return [];
  return [...new Set([folders, ...folders.split(":")])]
    .filter((folder) => isAbsolute(folder))
    .map((folder) => below(resolve(folder), rest));
}

/** Nothing here needs to be normalised again. */
function below(folder: string, name: string): string {
  if (name === "") return folder;
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

function matching(path: string, { namesIn }: PatternPlaces): readonly string[] {
  let found = ["/"];
  for (const part of path.slice(1).split("/")) {
    found = part.includes("*")
      ? found.flatMap((folder) => matchingNames(namesIn(folder), part).map((name) => below(folder, name)))
      : found.map((folder) => below(folder, part));
  }
  return found;
}

function matchingNames(names: readonly string[], pattern: string): readonly string[] {
  return names.filter((name) => matchesName(name, pattern));
}

/** `*` stands for any text within the name. */
export function matchesName(name: string, pattern: string): boolean {
  if (!pattern.includes("*")) return name === pattern;
  const expression = expressions.get(pattern) ?? expressionOf(pattern);
  expressions.set(pattern, expression);
  return expression.test(name);
}

/** One pattern is asked about every name of a folder: /dev has hundreds. */
const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const text = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${text.join(".*")}$`, "s");
}
