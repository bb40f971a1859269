/**
 * The files that a check would run, by content: an answer holds for what was read, not for a name. A file that changes while the
 * question waits, or after the answer, makes it another question.
 */
import { sha256 } from "../core/sha256.ts";
import type { CheckResult } from "../decide/result.ts";
import { closeFile, openFile, readToEnd, statOpenFile } from "../disk/files.ts";

/** Path -> sha256, or why there is none. */
export type RunFiles = ReadonlyMap<string, string>;

const MAX_FILES = 32;
const MAX_BYTES = 4 * 1024 * 1024;

export async function readRunFiles(results: readonly CheckResult[]): Promise<RunFiles> {
  const paths = new Set<string>();
  for (const { commands } of results) {
    for (const { effects } of commands) {
      for (const { kind, target } of effects)
        if (kind === "execute" && target?.kind === "path" && !target.glob) paths.add(target.path);
    }
  }
  const some = [...paths].slice(0, MAX_FILES);
  return new Map(await Promise.all(some.map(async (path) => [path, await hashOf(path)] as const)));
}

/** The files of both have the same content; one that only one of them runs is not compared. */
export function isSameContent(before: RunFiles, now: RunFiles): boolean {
  return [...now].every(([path, hash]) => !before.has(path) || before.get(path) === hash);
}

/** One text for what would run: the words of all commands, a project's scripts included, and the files. */
export function contentKey(key: string, { commands }: CheckResult, files: RunFiles): string {
  const words = commands.map(({ argv, program }) => [program ?? "", ...argv]);
  const content = JSON.stringify([
    key,
    words,
    [...files].toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
  return sha256(content);
}

async function hashOf(path: string): Promise<string> {
  let file: number | undefined;
  try {
    // O_NONBLOCK: opening a FIFO must not wait.
    file = await openFile(path, 0o4000);
    const stats = await statOpenFile(file, { bigint: true });
    if (!stats.isFile()) return "no plain file";
    // Too large to read for each check: its stamps must do.
    if (stats.size > MAX_BYTES) return `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
    return sha256(await readToEnd(file));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unreadable";
  } finally {
    if (file !== undefined) await closeFile(file);
  }
}
