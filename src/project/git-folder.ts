/** Where git finds the repository of a folder: `.git` here or above, a `.git` file, or a bare repository. */
import { readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { keptByStamp, lstatIfAny, readSmallText, type SmallText, statIfAny } from "./small-file.ts";

export interface GitPlace {
  readonly gitDir: string;
  /** Of a linked worktree: the repository it belongs to. */
  readonly commonDir: string;
  /** Where the files are; of a bare repository the repository itself. */
  readonly workTree: string;
}

const MAX_POINTER_BYTES = 8_192;
const MAX_LEVELS = 128;
const readPointer = keptByStamp((path) => readSmallText(path, MAX_POINTER_BYTES));

/**
 * From the folder upwards, to the first place that git is sure to take. A place that git may skip (a HEAD that it does
 * not understand) is named too, and the search goes on. Throws where the disk does not answer.
 */
export function findGitPlaces(start: string): readonly GitPlace[] {
  const places: GitPlace[] = [];
  let folder = start;
  for (let level = 0; level < MAX_LEVELS; level++) {
    for (const { place, certain } of [placeIn(folder), placeOf(folder, folder)]) {
      if (place !== undefined) places.push(place);
      if (certain) return places;
    }
    if (folder === dirname(folder)) return places;
    folder = dirname(folder);
  }
  throw new Error(`${start} lies too deep`);
}

interface Found {
  readonly place?: GitPlace;
  readonly certain: boolean;
}

/** The repository whose files are in this folder, by its `.git`. */
export function placeIn(folder: string): Found {
  const dotGit = join(folder, ".git");
  const found = statIfAny(dotGit);
  if (found?.isDirectory()) return placeOf(dotGit, folder);
  if (found?.isFile() !== true) return { certain: false };
  const target = /^gitdir: (.+?)[\n\r]*$/s.exec(textOf(dotGit) ?? "")?.[1];
  return target === undefined ? { certain: false } : placeOf(resolve(folder, target), folder);
}

function placeOf(gitDir: string, workTree: string): Found {
  const headPath = join(gitDir, "HEAD");
  const head = lstatIfAny(headPath);
  if (head === undefined) return { certain: false };
  const common = textOf(join(gitDir, "commondir"))?.replace(/[\n\r]+$/, "");
  const commonDir = common === undefined ? gitDir : resolve(gitDir, common);
  const parts = ["objects", "refs"].map((name) => statIfAny(join(commonDir, name)));
  if (parts.includes(undefined)) return { certain: false };
  const place = { gitDir, commonDir, workTree };
  return { place, certain: parts.every((part) => part?.isDirectory()) && isHead(headPath, head) };
}

/** A link into refs/, though nothing may be there yet; a reference; or a commit. */
function isHead(path: string, found: Stats): boolean {
  if (found.isSymbolicLink()) return readlinkSync(path).startsWith("refs/");
  return /^(?:ref:\s*refs\/|[0-9a-f]{40})/i.test(textOf(path) ?? "");
}

function textOf(path: string): string | undefined {
  const read: SmallText = readPointer(path);
  if (read.kind === "unreadable") throw new Error(`${path} cannot be read`);
  // To git a zero ends the text.
  return read.kind === "text" ? read.text.split("\0", 1)[0] : undefined;
}
