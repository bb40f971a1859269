/** One text for all of a user's start-up files: what changes in one of them changes it. */
import { type BigIntStats, readdirSync, statfsSync, statSync } from "node:fs";
import { isAsMade, madeTextOf } from "../confine/made-texts.ts";
import { sha256 } from "../core/sha256.ts";
import { readAtOnce } from "../disk/read-at-once.ts";

export function stampOf(files: readonly string[]): string {
  return files.map(stampOfOne).join("\n");
}

function stampOfOne(file: string): string {
  // Not below: an installation without its lists must not make all of these the same.
  const text = madeTextOf(file);
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || isEmpty(file, found) || isMadeByGuard(file, found, text)) return "none";
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    const times = `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    return keepsTimes(file, found) ? times : `${times} ${contentOf(file)}`;
  } catch {
    return "closed to us";
  }
}

function isEmpty(file: string, found: BigIntStats): boolean {
  return found.isDirectory() ? readdirSync(file).length === 0 : found.isFile() && found.size === 0n;
}

/** For the session (src/confine/made-places.ts): it starts nothing that would not start without it. */
function isMadeByGuard(file: string, found: BigIntStats, text: string): boolean {
  return found.isFile() && isAsMade(text, Number(found.size), () => bytesOf(file));
}

function bytesOf(file: string): Buffer | undefined {
  const read = readAtOnce(file, MAX_BYTES);
  return read.kind === "bytes" ? read.bytes : undefined;
}

const TMPFS = 0x01021994;
const isTmpfs = new Map<bigint, boolean>();

/** What is written through a mapping leaves no time in tmpfs; a disk's file system notes when a page is first written to. */
function keepsTimes(file: string, found: BigIntStats): boolean {
  if (!found.isFile()) return true;
  const known = isTmpfs.get(found.dev) ?? statfsSync(file).type === TMPFS;
  isTmpfs.set(found.dev, known);
  return !known;
}

const MAX_BYTES = 4 * 1024 * 1024;

function contentOf(file: string): string {
  const found = readAtOnce(file, MAX_BYTES);
  return found.kind === "bytes" ? sha256(found.bytes) : found.kind;
}
