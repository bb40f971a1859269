/**
 * The files that a check would run, by content: an answer holds for what was read, not for a name. A file that changes while the
 * question waits, or after the answer, makes it another question.
 */
import type { BigIntStats } from "node:fs";
import { sha256 } from "../core/sha256.ts";
import type { CheckResult } from "../decide/result.ts";
import { closeFile, openFile, readPart, readToEnd, statOpenFile } from "../disk/files.ts";
import { codeFilesOf, startedFilesOf } from "./code-files.ts";
import { withoutOwn } from "./made-up-names.ts";
import { isOwnView } from "./own-view.ts";
import { isOfTheSystem } from "./system-files.ts";

/** Path -> sha256, or why there is none. */
export type RunFiles = ReadonlyMap<string, string>;

/** More than this, and nobody has looked at what he allows. */
export const MOST_FILES = 2_000;
/** Of one file, and of all of one check. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_BYTES_OF_ALL = 32 * 1024 * 1024;

interface Reading {
  /** Known to be run besides. */
  readonly others?: readonly string[];
  /** Only these are read, for they are all that will be compared. */
  readonly wanted?: RunFiles | undefined;
  /** Whoever will run them finds the same file there. */
  isSame?(path: string): boolean;
}

/** `too-many`: an answer could not be held to what was read. */
export async function readRunFiles(
  results: readonly CheckResult[],
  { others = [], wanted, isSame = () => true }: Reading = {},
): Promise<RunFiles | "too-many"> {
  const all = [...results.flatMap(codeFilesOf), ...others];
  const programs = new Set(results.flatMap(startedFilesOf));
  const paths = new Set(wanted ? all.filter((path) => wanted.has(path)) : all);
  if (paths.size > MOST_FILES) return "too-many";
  const files = new Map<string, string>();
  let left = MAX_BYTES_OF_ALL;
  // One after the other: thousands at once would take all descriptors.
  for (const path of paths) {
    const { content, read } = isSame(path)
      ? await contentOf(path, Math.min(left, MAX_BYTES), programs.has(path) ? "program" : "code")
      : { content: ANOTHER, read: 0 };
    files.set(path, content);
    left -= read;
  }
  return files;
}

/** The files of both have the same content; one that only one of them runs is not compared. */
export function isSameContent(before: RunFiles, now: RunFiles): boolean {
  return [...now].every(
    ([path, content]) => !before.has(path) || (before.get(path) === content && content !== ANOTHER),
  );
}

/** An answer for later starts holds only for content that can be known then. */
export function isKnown(files: RunFiles): boolean {
  return [...files.values()].every((content) => !content.startsWith(UNKNOWN));
}

const UNKNOWN = "unknown: ";
const ANOTHER = `${UNKNOWN}another file for the process that runs it`;

/** One text for what would run: the words of all commands, a project's scripts included, what was said of it, and the files. */
export function contentKey(
  key: string,
  { commands, reasons, wrapper }: CheckResult,
  files: RunFiles,
): string {
  const words = commands.map(({ argv, program }) => withoutOwn([program ?? "", ...argv], wrapper?.own ?? []));
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

/**
 * Only for files that the user cannot write, "nothing changed, not even the time of the change" means the same content: who has
 * mapped a file into memory writes to it without any trace, until the system takes the page to the disk (tmpfs: never).
 */
async function hashOf(file: number, stats: BigIntStats, path: string): Promise<string> {
  const stamp = stampOf(stats);
  if (!isOutOfReach(path, stats)) return sha256(await readToEnd(file));
  const known = hashes.get(path);
  if (known?.stamp === stamp) return known.hash;
  const hash = sha256(await readToEnd(file));
  if (Date.now() - Number(stats.ctimeNs / 1_000_000n) > SETTLED_MS) {
    hashes.set(path, { stamp, hash });
    if (hashes.size > MOST_HASHES) hashes.delete(hashes.keys().next().value ?? "");
  }
  return hash;
}

function isOutOfReach(path: string, { uid, mode }: BigIntStats): boolean {
  return isOfTheSystem(path) && uid === 0n && (mode & 0o022n) === 0n;
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/**
 * A program of some size: its stamps must do, for programs are started again and again, and to read 800 KB for each start makes
 * it twice as slow. Kernels let nobody start one that is mapped for writing (but 6.11): what is left is one that was written to
 * through a mapping before the answer, on a disk that has not seen it yet.
 */
async function isLargeProgram(file: number, { size }: BigIntStats): Promise<boolean> {
  if (size <= SMALL_PROGRAM_BYTES) return false;
  const { buffer } = await readPart(file, Buffer.alloc(ELF_BYTES), 0, ELF_BYTES, 0);
  return isElf(buffer);
}

const SMALL_PROGRAM_BYTES = 64 * 1024;
const ELF_BYTES = 16;

/** The whole start, with its zeros: a shell would read a file that only begins like one as a text. */
function isElf(start: Buffer): boolean {
  const [isWide = 0, order, version] = start.subarray(4, 7);
  return (
    start.toString("latin1", 1, 4) === "ELF" &&
    start[0] === 0x7f &&
    (isWide === 1 || isWide === 2) &&
    order === 1 &&
    version === 1 &&
    start.subarray(9, 16).every((byte) => byte === 0)
  );
}

/** `code`: something reads it, whatever it looks like; `program`: the system loads it. */
async function contentOf(path: string, maxBytes: number, as: "program" | "code"): Promise<Content> {
  const none = (content: string): Content => ({ content, read: 0 });
  if (isOwnView(path)) return none(`${UNKNOWN}another file for each process`);
  let file: number | undefined;
  try {
    // O_NONBLOCK: opening a FIFO must not wait.
    file = await openFile(path, 0o4000);
    const stats = await statOpenFile(file, { bigint: true });
    if (stats.isDirectory()) return none("a folder");
    if (!stats.isFile()) return none(`${UNKNOWN}no plain file`);
    if (as === "program" && (await isLargeProgram(file, stats))) return none(`program ${stampOf(stats)}`);
    // While a line runs its stamps are enough; later they are not.
    if (stats.size > maxBytes) return none(`${UNKNOWN}a large text ${stampOf(stats)}`);
    return { content: await hashOf(file, stats, path), read: Number(stats.size) };
  } catch (error) {
    return none((error as NodeJS.ErrnoException).code ?? "unreadable");
  } finally {
    if (file !== undefined) await closeFile(file);
  }
}
