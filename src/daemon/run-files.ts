/**
 * The files that a check would run, by content: an answer holds for what was read, not for a name. A file that changes while the
 * question waits, or after the answer, makes it another question.
 */
import type { BigIntStats } from "node:fs";
import { sha256 } from "../core/sha256.ts";
import type { CheckResult } from "../decide/result.ts";
import { closeFile, openFile, readToEnd, statOpenFile } from "../disk/files.ts";
import { codeFilesOf } from "./code-files.ts";
import { isOwnView } from "./own-view.ts";

/** Path -> sha256, or why there is none. */
export type RunFiles = ReadonlyMap<string, string>;

/** More than this, and nobody has looked at what he allows. */
export const MOST_FILES = 2_000;
/** Of one file, and of all of one check. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_BYTES_OF_ALL = 32 * 1024 * 1024;

/**
 * `too-many`: an answer could not be held to what was read. `others`: files that are known to be run besides. `wanted`: only
 * these are read, for they are all that will be compared.
 */
export async function readRunFiles(
  results: readonly CheckResult[],
  others: readonly string[] = [],
  wanted?: RunFiles,
): Promise<RunFiles | "too-many"> {
  const all = [...results.flatMap(codeFilesOf), ...others];
  const paths = new Set(wanted ? all.filter((path) => wanted.has(path)) : all);
  if (paths.size > MOST_FILES) return "too-many";
  const files = new Map<string, string>();
  let left = MAX_BYTES_OF_ALL;
  // One after the other: thousands at once would take all descriptors.
  for (const path of paths) {
    const { content, read } = await contentOf(path, Math.min(left, MAX_BYTES));
    files.set(path, content);
    left -= read;
  }
  return files;
}

/** The files of both have the same content; one that only one of them runs is not compared. */
export function isSameContent(before: RunFiles, now: RunFiles): boolean {
  return [...now].every(([path, content]) => !before.has(path) || before.get(path) === content);
}

/** One text for what would run: the words of all commands, a project's scripts included, what was said of it, and the files. */
export function contentKey(key: string, { commands, reasons }: CheckResult, files: RunFiles): string {
  const words = commands.map(({ argv, program }) => [program ?? "", ...argv]);
  const content = JSON.stringify([
    key,
    words,
    reasons,
    [...files].toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
  return sha256(content);
}

interface Content {
  readonly content: string;
  /** Bytes. */
  readonly read: number;
}

const hashes = new Map<string, { readonly stamp: string; readonly hash: string }>();
const MOST_HASHES = 256;
/** The clock of a file system may stand still for some milliseconds: what was just written may be written again, unseen. */
const SETTLED_MS = 2_000;

/** A file of which nothing changed, not even the time of the change, holds what it held. */
async function hashOf(file: number, stats: BigIntStats, path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  const stamp = `${dev}:${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  const known = hashes.get(path);
  if (known?.stamp === stamp) return known.hash;
  const hash = sha256(await readToEnd(file));
  if (Date.now() - Number(ctimeNs / 1_000_000n) > SETTLED_MS) {
    hashes.set(path, { stamp, hash });
    if (hashes.size > MOST_HASHES) hashes.delete(hashes.keys().next().value ?? "");
  }
  return hash;
}

async function contentOf(path: string, maxBytes: number): Promise<Content> {
  const none = (content: string): Content => ({ content, read: 0 });
  if (isOwnView(path)) return none("another file for each process");
  let file: number | undefined;
  try {
    // O_NONBLOCK: opening a FIFO must not wait.
    file = await openFile(path, 0o4000);
    const stats = await statOpenFile(file, { bigint: true });
    if (!stats.isFile()) return none("no plain file");
    // Too large to read for each check: its stamps must do.
    if (stats.size > maxBytes) return none(`${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`);
    return { content: await hashOf(file, stats, path), read: Number(stats.size) };
  } catch (error) {
    return none((error as NodeJS.ErrnoException).code ?? "unreadable");
  } finally {
    if (file !== undefined) await closeFile(file);
  }
}
