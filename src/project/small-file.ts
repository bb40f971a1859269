/**
 * Reading a file of a project: only plain files, only small ones, and never one that could block (a pipe, a device).
 * Answers are kept as long as the file's stamp stays the same.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";

/** A file changed this shortly ago may change again without a new stamp. */
const SETTLED_MS = 2_000;
const MAX_KEPT = 400;

export type SmallFile =
  | { readonly kind: "none" }
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "unreadable" };

export type SmallText =
  | Exclude<SmallFile, { kind: "bytes" }>
  | { readonly kind: "text"; readonly text: string };

/** Follows links. Undefined where there is nothing; throws where the disk does not tell. */
export function statIfAny(path: string): Stats | undefined {
  return noneIfMissing(() => statSync(path, { throwIfNoEntry: false }));
}

/** Of a link: the link itself. */
export function lstatIfAny(path: string): Stats | undefined {
  return noneIfMissing(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** A file where a folder should be is nothing, too. */
function noneIfMissing(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

export function readSmallText(path: string, maxBytes: number): SmallText {
  const file = readSmallFile(path, maxBytes);
  return file.kind === "bytes" ? { kind: "text", text: file.bytes.toString("utf8") } : file;
}

export function readSmallFile(path: string, maxBytes: number): SmallFile {
  const found = statIfAny(path);
  if (found === undefined) return { kind: "none" };
  if (!found.isFile() || found.size > maxBytes) return { kind: "unreadable" };
  let descriptor: number | undefined;
  try {
    // It may have become a pipe since: that must not block either.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    if (!fstatSync(descriptor).isFile()) return { kind: "unreadable" };
    return readAll(descriptor, maxBytes);
  } catch {
    return { kind: "unreadable" };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readAll(descriptor: number, maxBytes: number): SmallFile {
  const size = fstatSync(descriptor).size;
  if (size > maxBytes) return { kind: "unreadable" };
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return { kind: "bytes", bytes: bytes.subarray(0, filled) };
}

/** Keeps what `look` said about a path until its stamp changes. Nothing is kept about what does not exist. */
export function keptByStamp<T>(look: (path: string) => T): (path: string) => T {
  const kept = new Map<string, { readonly stamp: string; readonly answer: T }>();
  return (path) => {
    const found = statIfAny(path);
    if (found === undefined) return look(path);
    const stamp = stampOf(found);
    const known = kept.get(path);
    if (known?.stamp === stamp) return known.answer;
    const answer = look(path);
    if (Date.now() - found.ctimeMs > SETTLED_MS) {
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(path, { stamp, answer });
    }
    return answer;
  };
}

/** ctime cannot be set back by touching the file. */
export function stampOf({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}:${mode}`;
}
