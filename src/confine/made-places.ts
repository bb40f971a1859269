/**
 * Start-up files and folders that are not there, made so that a mount can hold them (`made` in policy/confinement.yaml), and
 * taken away again. Must never touch what somebody has put something into, or make a home folder.
 */
import {
  close,
  existsSync,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { readAtOnce } from "../disk/read-at-once.ts";
import { type ConfinementData, loadConfinementData } from "./confinement-data.ts";
import { codeOf, isWithin } from "./look.ts";
import { isAsMade, madeTextOf } from "./made-texts.ts";
import { expandPattern } from "./patterns.ts";
import type { StartUpUser } from "./start-up-paths.ts";

export interface Made {
  /** Absolute; a folder has a slash at its end, and comes before what lies in it. */
  readonly paths: readonly string[];
  /** What the tree could make, and guard could not. */
  readonly problems: readonly string[];
}

type MadeData = Pick<ConfinementData, "made">;

/** Only in HOME: the account's own folder, where that is another one, is nobody's to write to now. */
export function makeMissing(user: StartUpUser, data: MadeData = loadConfinementData()): Made {
  const paths: string[] = [];
  const problems: string[] = [];
  for (const { when, paths: patterns, text } of data.made) {
    if (when.length > 0 && !when.some((pattern) => namesOf(pattern, user).some((path) => existsSync(path))))
      continue;
    for (const name of patterns.flatMap((pattern) => namesOf(pattern, user))) {
      try {
        paths.push(...makeOne(name, text, user));
      } catch (error) {
        const code = codeOf(error);
        if (!NOBODY_CAN.includes(code)) problems.push(`${name} cannot be made (${code}), to be held`);
      }
    }
  }
  return { paths, problems };
}

/** Then the tree cannot either; or somebody was faster. */
const NOBODY_CAN = ["EACCES", "EPERM", "EROFS", "EEXIST", "ENOTDIR", "ENOENT", "ELOOP"];

/** Files that guard makes, with what they hold then. */
export function madeFiles(
  user: StartUpUser,
  data: MadeData = loadConfinementData(),
): ReadonlyMap<string, string> {
  return new Map(
    data.made.flatMap(({ paths, text }) =>
      paths
        .filter((path) => !path.endsWith("/"))
        .flatMap((path) => namesOf(path, user))
        .map((path) => [path, text] as const),
    ),
  );
}

function namesOf(pattern: string, { home, uid, env }: StartUpUser): readonly string[] {
  return expandPattern(pattern, { homes: [home], runtimes: [], uid, user: "", env, namesIn: () => [] });
}

/** With the folders on the way to it, which are the user's. */
function makeOne(name: string, text: string, user: StartUpUser): readonly string[] {
  const path = name.replace(/\/$/, "");
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return [];
  const missing = missingAbove(path);
  const top = dirname(missing[0] ?? path);
  if (!isUsersOwn(top, user)) return [];
  for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
  if (name.endsWith("/")) mkdirSync(path, { mode: 0o700 });
  else makeFile(path, text);
  return [...missing.map((folder) => `${folder}/`), name];
}

function makeFile(path: string, text: string): void {
  const fd = openSync(path, "wx", 0o600);
  const end = () => close(fd, () => undefined);
  if (text === "") return end();
  writeSync(fd, text);
  // Nobody waits for it; without it a machine that loses power could be left with an empty one, which changes something.
  fsync(fd, end);
}

function missingAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? [] : [...missingAbove(folder), folder];
}

/** Somebody who starts guard as root with another's HOME leaves nothing of root's there. */
function isUsersOwn(folder: string, { home, uid, env }: StartUpUser): boolean {
  const bases = [home, env["XDG_CONFIG_HOME"], env["XDG_DATA_HOME"]];
  const isBelow = bases.some((base) => base !== undefined && base !== "/" && isWithin(folder, base));
  return isBelow && statSync(folder).uid === uid;
}

/** The last first. What is not as it was made any more is the user's. */
export function removeMade(paths: readonly string[]): void {
  for (const path of paths.toReversed()) {
    try {
      if (path.endsWith("/")) rmdirSync(path);
      else if (isStillAsMade(path)) unlinkSync(path);
    } catch {
      // Not empty, gone, or somebody else's by now.
    }
  }
}

/** An empty one too: no more of it came to be. */
function isStillAsMade(path: string): boolean {
  const found = lstatSync(path);
  if (!found.isFile()) return false;
  return found.size === 0 || isAsMade(madeTextOf(path), found.size, () => readWhole(path));
}

function readWhole(path: string): Buffer | undefined {
  const read = readAtOnce(path, MOST_BYTES);
  return read.kind === "bytes" ? read.bytes : undefined;
}

const MOST_BYTES = 4096;
