/** A file or folder by what it is: held by a descriptor, so that it is known wherever it is moved, and whatever takes its name. */
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { O_PATH } from "./mount-table.ts";

export interface Kept {
  readonly path: string;
  /** Leads to it wherever it was moved. */
  readonly fd: number;
  readonly is: "folder" | "file";
  readonly identity: string;
  /** Where the path itself is a link: its text. */
  readonly link: string | undefined;
}

/** None where nothing is there. Throws where it is there and cannot be held (no more descriptors): it could be replaced unseen. */
export function keep(path: string): Kept[] {
  try {
    const fd = openSync(path, O_PATH);
    const stats = fstatSync(fd, { bigint: true });
    const is = stats.isDirectory() ? "folder" : "file";
    const identity = identityIn(stats);
    return [{ path, fd, is, identity, link: identityAt(path) === identity ? undefined : linkAt(path) }];
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(codeOf(error))) return [];
    throw error;
  }
}

export function release(kept: Kept[]): void {
  for (const { fd } of kept.splice(0)) closeSync(fd);
}

/** Not what it was, or out of reach. A link in its place counts as another one, wherever it leads. */
export function isReplaced({ path, identity, link }: Kept): boolean {
  // A link is another file than the one that it leads to.
  if (link === undefined) return identityAt(path) !== identity;
  return identityOf(path) !== identity || linkAt(path) !== link;
}

/** Behind links. What cannot be looked at is as good as gone. */
export function identityOf(path: string): string {
  return tryStat(() => statSync(path, { bigint: true }));
}

/** Of the name itself, which a link is not taken for. */
export function identityAt(path: string): string {
  return tryStat(() => lstatSync(path, { bigint: true }));
}

/** Those that this user could move, the highest first; on both ways where a link leads there. */
export function movableAbove(paths: readonly string[]): string[] {
  const ways = paths.flatMap((path) => [path, realPathOf(path)]);
  return [...new Set(ways.flatMap(foldersAbove))].toSorted((left, right) => depthOf(left) - depthOf(right));
}

export function depthOf(path: string): number {
  return path.split("/").length;
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  if (folder === "/" || folder === ".") return [];
  return isMovable(folder) ? [folder, ...foldersAbove(folder)] : foldersAbove(folder);
}

/** Who owns the folder around it can let himself in. */
function isMovable(folder: string): boolean {
  const around = dirname(folder);
  try {
    if (statSync(around).uid === process.getuid?.()) return true;
    accessSync(around, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function tryStat(stat: () => BigIntStats): string {
  try {
    return identityIn(stat());
  } catch {
    return "gone";
  }
}

function identityIn({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
