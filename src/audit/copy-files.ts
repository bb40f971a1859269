/** The files that hold the record as lines: rotated ones in order, and the one that is written to. */
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export interface CopyPart {
  readonly path: string;
  /** As its name says; undefined for the one that is written to. */
  readonly rotated?: { readonly first: number; readonly last: number };
  /** When it was looked at: later lines are somebody's who writes now. */
  readonly size: number;
  readonly inode: number;
}

export const COPY_NAME = "permissions.jsonl";

export function listCopies(folder: string): readonly CopyPart[] {
  const rotated = namesIn(folder)
    .flatMap((name) => {
      const found = /^permissions-(\d+)-(\d+)\.jsonl$/.exec(name);
      return found ? [{ name, first: Number(found[1]), last: Number(found[2]) }] : [];
    })
    .sort((left, right) => left.first - right.first)
    .map(({ name, first, last }) => findPart(join(folder, name), { first, last }));
  const current = findPart(join(folder, COPY_NAME));
  return [...rotated, current].filter((part) => part !== undefined);
}

export function findPart(path: string, rotated?: CopyPart["rotated"]): CopyPart | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  return { path, size: stats.size, inode: stats.ino, ...(rotated ? { rotated } : {}) };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** It may have been rotated since it was listed. */
function openPart({ path, inode }: CopyPart): number {
  const folder = dirname(path);
  const isIt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.ino === inode;
  const moved =
    statSync(path, { throwIfNoEntry: false })?.ino === inode ? undefined : namesIn(folder).find(isIt);
  return openSync(moved === undefined ? path : join(folder, moved), "r");
}

/** Without their ends; what comes after the last end is given too, as `half`. */
export function* readLines(part: CopyPart): Generator<{ text: string; state: "whole" | "half" }> {
  const { size } = part;
  const fd = openPart(part);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let left: Buffer<ArrayBufferLike> = Buffer.alloc(0);
    for (let at = 0; at < size; ) {
      const count = readSync(fd, chunk, 0, Math.min(chunk.length, size - at), at);
      if (count === 0) break;
      at += count;
      const bytes = Buffer.concat([left, chunk.subarray(0, count)]);
      let from = 0;
      for (let stop = bytes.indexOf(10); stop >= 0; stop = bytes.indexOf(10, from)) {
        yield { text: bytes.toString("utf8", from, stop), state: "whole" };
        from = stop + 1;
      }
      left = bytes.subarray(from);
    }
    if (left.length > 0) yield { text: left.toString("utf8"), state: "half" };
  } finally {
    closeSync(fd);
  }
}
