/**
 * Does this repository's own config make a harmless-looking git command run a program? (fsmonitor, pager, external
 * diff, textconv, filters, hooks.) Only the repository's config counts: the user's own is the user's choice.
 * What cannot be read or is not understood is a hazard.
 */
import { opendirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "./git-config.ts";
import { findGitPlaces, type GitPlace, placeIn } from "./git-folder.ts";
import { readSubmodules } from "./git-index.ts";
import { findRunningKey } from "./git-keys.ts";
import { followLinks } from "./real-path.ts";
import { keptByStamp, lstatIfAny, readSmallText, statIfAny } from "./small-file.ts";

/** Hooks that run although nothing is changed. */
const QUIET_HOOKS = ["post-index-change", "fsmonitor-watchman", "reference-transaction"];
const MAX_CONFIG_BYTES = 262_144;
/** Repositories inside repositories that are looked at. */
const MAX_INNER = 50;

interface ConfigFacts {
  readonly hazard?: string;
  readonly hooks?: string;
  readonly workTree?: string;
}

const configAt = keptByStamp(lookAtConfig);
const submodulesAt = keptByStamp(readSubmodules);

export function findGitHazard(cwd: string): string | undefined {
  const budget = { left: MAX_INNER };
  // git starts from the folder as the system knows it.
  for (const place of findGitPlaces(followLinks(cwd))) {
    const hazard = hazardAt(place, budget);
    if (hazard !== undefined) return hazard;
  }
  return undefined;
}

interface Budget {
  left: number;
}

const TOO_MANY = "more repositories lie inside the repository than are looked at";

function hazardAt(place: GitPlace, budget: Budget): string | undefined {
  const { gitDir, commonDir, workTree } = place;
  const files = new Set([join(commonDir, "config"), join(gitDir, "config.worktree")]);
  const configs = [...files].map(configAt);
  const bad = configs.find(({ hazard }) => hazard !== undefined)?.hazard;
  if (bad !== undefined) return bad;
  const roots = [workTree, ...configs.flatMap((config) => config.workTree ?? [])].map((root) =>
    resolve(gitDir, root),
  );
  // git prints and lists what lies there, although the command was started elsewhere.
  if (roots.some((root) => followLinks(root) !== followLinks(workTree)))
    return "the repository's config puts its files into another folder";
  const hooks = configs.flatMap((config) => config.hooks ?? []);
  return (
    hookHazard(hooks.length === 0 ? [join(commonDir, "hooks")] : hookFolders(hooks, [...roots, gitDir])) ??
    innerHazard(place, roots, budget) ??
    storedHazard(join(commonDir, "modules"), budget)
  );
}

function lookAtConfig(path: string): ConfigFacts {
  const read = readSmallText(path, MAX_CONFIG_BYTES);
  if (read.kind === "none") return {};
  const config = read.kind === "text" ? readConfig(read.text) : undefined;
  if (config?.kind !== "entries") return { hazard: `${path} cannot be read` };
  const key = findRunningKey(config.entries);
  if (key !== undefined) return { hazard: `the repository's config sets ${key}, which git runs` };
  const last = (name: string) => config.entries.findLast((entry) => entry.key === name)?.value;
  const [hooks, workTree] = [last("core.hookspath"), last("core.worktree")];
  return { ...(hooks === undefined ? {} : { hooks }), ...(workTree === undefined ? {} : { workTree }) };
}

function hookFolders(written: readonly string[], roots: readonly string[]): string[] {
  return written.flatMap((hooks) => roots.map((root) => resolve(root, hooks)));
}

function hookHazard(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    // ~ and %(prefix) stand for folders that only git knows.
    if (/\/(?:~|%\()[^/]*(?:\/|$)/.test(folder)) return "the repository's config names a folder of hooks";
    const hook = QUIET_HOOKS.find((name) => isProgram(join(folder, name)));
    if (hook !== undefined) return `the repository has a ${hook} hook, which git runs`;
  }
  return undefined;
}

/** `git status` looks into checked-out submodules with a git of their own. */
function innerHazard({ gitDir }: GitPlace, roots: readonly string[], budget: Budget): string | undefined {
  const submodules = submodulesAt(join(gitDir, "index"));
  if (submodules.kind === "unknown") return `${join(gitDir, "index")} cannot be read`;
  for (const path of submodules.paths) {
    if (--budget.left < 0) return TOO_MANY;
    for (const root of roots) {
      const { place } = placeIn(join(root, path));
      const hazard = place && hazardAt(place, budget);
      if (hazard !== undefined) return hazard;
    }
  }
  return undefined;
}

/** The repositories of submodules are kept below .git/modules, in folders named like the submodules. */
function storedHazard(folder: string, budget: Budget): string | undefined {
  if (statIfAny(folder)?.isDirectory() !== true) return undefined;
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (--budget.left < 0) return TOO_MANY;
      const inner = join(folder, entry.name);
      const isRepository = lstatIfAny(join(inner, "HEAD")) !== undefined;
      const hazard = isRepository
        ? (configAt(join(inner, "config")).hazard ?? storedHazard(join(inner, "modules"), budget))
        : storedHazard(inner, budget);
      if (hazard !== undefined) return hazard;
    }
    return undefined;
  } finally {
    entries.closeSync();
  }
}

function isProgram(path: string): boolean {
  const found = statIfAny(path);
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}
