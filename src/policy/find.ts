/** Where policy files are. Cheap on purpose: with no file at all, neither yaml nor zod is ever loaded. */
import { lstatSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

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
}

export interface PolicyFiles {
  readonly org: readonly string[];
  readonly user?: string;
  readonly project?: string;
}

export interface Project {
  readonly root: string;
  readonly marker: ".guard" | ".git" | "none";
}

const MAX_ORG_FILES = 100;
const MAX_DEPTH = 128;

/** The nearest `.guard` or `.git` at or above the folder; without any, the folder itself. Never `/`. */
export function findProject(startDir: string): Project {
  let dir = resolve(startDir);
  for (let depth = 0; depth < MAX_DEPTH && dirname(dir) !== dir; depth++, dir = dirname(dir)) {
    if (exists(join(dir, ".guard"))) return { root: dir, marker: ".guard" };
    if (exists(join(dir, ".git"))) return { root: dir, marker: ".git" };
  }
  return { root: resolve(startDir), marker: "none" };
}

/** HOME and the XDG folders are those of the person who starts guard, read before any agent runs. */
export function placesFor(startDir: string, env: NodeJS.ProcessEnv): Places {
  const { HOME, XDG_CONFIG_HOME, XDG_STATE_HOME } = env;
  const home = absoluteOr(HOME, () => userInfo().homedir);
  return {
    orgDir: "/etc/guard",
    userFile: join(
      absoluteOr(XDG_CONFIG_HOME, () => join(home, ".config")),
      "guard/policy.yaml",
    ),
    projectRoot: findProject(startDir).root,
    trustDir: join(
      absoluteOr(XDG_STATE_HOME, () => join(home, ".local/state")),
      "guard/trust",
    ),
    profilesDir: fileURLToPath(new URL("../../policy/profiles/", import.meta.url)),
    home,
    owners: [0, process.getuid?.() ?? 0],
  };
}

/** Files that are there in any form; a broken one is for the loader to refuse, not for this to skip. */
export function findPolicyFiles(places: Places): PolicyFiles {
  const org = [join(places.orgDir, "policy.yaml"), ...droppedIn(join(places.orgDir, "policy.d"))].filter(
    exists,
  );
  const project = join(places.projectRoot, ".guard/policy.yaml");
  return {
    org,
    ...(exists(places.userFile) ? { user: places.userFile } : {}),
    ...(exists(project) ? { project } : {}),
  };
}

export function hasPolicyFiles(files: PolicyFiles): boolean {
  return files.org.length > 0 || files.user !== undefined || files.project !== undefined;
}

function droppedIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^[^.].*\.ya?ml$/.test(name));
    return names
      .sort()
      .slice(0, MAX_ORG_FILES + 1)
      .map((name) => join(folder, name));
  } catch (error) {
    // Not there is fine; there but unreadable is a file that cannot be read.
    return isAbsent(error) ? [] : [folder];
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !isAbsent(error);
  }
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

function absoluteOr(value: string | undefined, otherwise: () => string): string {
  return value && isAbsolute(value) ? value : otherwise();
}
