/** Where policy files are. Cheap on purpose: with no file at all, neither yaml nor zod is ever loaded. */
import { userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { droppedIn } from "./dropped-in.ts";
import type { PolicyLayer, Problem } from "./policy.ts";
import { isInTheWay, isNamed } from "./presence.ts";

/** All folders and files that matter. Tests pass their own; nothing here is taken from the agent's variables. */
export interface Places {
  readonly orgDir: string;
  readonly userFile: string;
  readonly projectRoot: string;
  readonly trustDir: string;
  readonly profilesDir: string;
  readonly home: string;
  /** User ids that may own org and user files. */
  readonly owners: readonly number[];
  /** For guard replay, which only looks: nothing that decides has it. */
  readonly tried?: TriedFile;
}

/** A file in the place of all that a layer has; a project's as if somebody had trusted it. */
export interface TriedFile {
  readonly layer: PolicyLayer;
  readonly file: string;
}

export interface PolicyFiles {
  readonly org: readonly string[];
  readonly user?: string;
  readonly project?: string;
  /** What lies where policies are expected and cannot be one: nobody may take it for "no policy". */
  readonly problems: readonly Problem[];
}

export interface Project {
  readonly root: string;
  readonly marker: ".guard" | ".git" | "none";
}

/** The nearest `.guard` or `.git` at or above the folder; without any, the folder itself. Never `/`. */
export function findProject(startDir: string): Project {
  let dir = resolve(startDir);
  for (; dirname(dir) !== dir; dir = dirname(dir)) {
    if (isNamed(join(dir, ".guard"))) return { root: dir, marker: ".guard" };
    if (isNamed(join(dir, ".git"))) return { root: dir, marker: ".git" };
  }
  return { root: resolve(startDir), marker: "none" };
}

/**
 * HOME and the XDG folders are those of the person who starts guard, read before any agent runs. They are normalised
 * here, once: everything that compares paths with them (floor, guard's own files) relies on it.
 */
export function placesFor(startDir: string, env: NodeJS.ProcessEnv): Places {
  const { HOME, XDG_CONFIG_HOME, XDG_STATE_HOME } = env;
  const home = folderOr(HOME, () => userInfo().homedir);
  return {
    orgDir: "/etc/guard",
    userFile: join(
      folderOr(XDG_CONFIG_HOME, () => join(home, ".config")),
      "guard/policy.yaml",
    ),
    projectRoot: findProject(startDir).root,
    trustDir: join(
      folderOr(XDG_STATE_HOME, () => join(home, ".local/state")),
      "guard/trust",
    ),
    profilesDir: fileURLToPath(new URL("../../policy/profiles/", import.meta.url)),
    home,
    owners: [0, process.getuid?.() ?? 0],
  };
}

/** Files that are there in any form; a broken one is for the loader to refuse, not for this to skip. */
export function findPolicyFiles(places: Places): PolicyFiles {
  const { files, problems } = droppedIn(join(places.orgDir, "policy.d"));
  const org = [join(places.orgDir, "policy.yaml")].filter(isInTheWay);
  const project = join(places.projectRoot, ".guard/policy.yaml");
  const found = {
    org: [...org, ...files],
    ...(isInTheWay(places.userFile) ? { user: places.userFile } : {}),
    ...(isInTheWay(project) ? { project } : {}),
    problems,
  };
  return places.tried === undefined ? found : withTried(found, places.tried);
}

function withTried(found: PolicyFiles, { layer, file }: TriedFile): PolicyFiles {
  switch (layer) {
    case "org":
      return { ...found, org: [file], problems: [] };
    case "user":
      return { ...found, user: file };
    case "project":
      return { ...found, project: file };
  }
}

export function hasPolicyFiles({ org, user, project, problems }: PolicyFiles): boolean {
  return org.length > 0 || user !== undefined || project !== undefined || problems.length > 0;
}

/** Without `.`, `..`, doubled slashes and a slash at the end. A relative or empty one does not count. */
function folderOr(value: string | undefined, otherwise: () => string): string {
  return resolve("/", value && isAbsolute(value) ? value : otherwise());
}
