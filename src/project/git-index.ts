/** The repositories inside a repository, by its index: `git status` starts git in each one that is checked out. */
import { readSmallFile } from "./small-file.ts";

/** `unknown`: an index that is too large, split in two, or not understood. */
export type Submodules =
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "unknown" };

const MAX_INDEX_BYTES = 8_388_608;
const HEADER_BYTES = 12;
/** Times, device, owner and size, before the object's id. */
const STAT_BYTES = 40;
/** The longest name whose length stands in the entry. */
const LONG_NAME = 0xfff;
const MODE_AT = 24;
const SUBMODULE_MODE = 0o160000;
const HASH_BYTES = [20, 32];

export function readSubmodules(indexPath: string): Submodules {
  const file = readSmallFile(indexPath, MAX_INDEX_BYTES);
  if (file.kind === "none") return { kind: "paths", paths: [] };
  if (file.kind === "unreadable") return { kind: "unknown" };
  for (const hashBytes of HASH_BYTES) {
    const paths = submodulesIn(file.bytes, hashBytes);
    if (paths !== undefined) return { kind: "paths", paths };
  }
  return { kind: "unknown" };
}

interface Entry {
  readonly name: Buffer;
  readonly end: number;
}

interface Layout {
  readonly bytes: Buffer;
  readonly version: number;
  readonly hashBytes: number;
  /** Where the checksum begins. */
  readonly end: number;
}

/** Undefined when the bytes do not add up: another kind of hash, or no index. */
function submodulesIn(bytes: Buffer, hashBytes: number): string[] | undefined {
  if (bytes.length < HEADER_BYTES + hashBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const layout = { bytes, version, hashBytes, end: bytes.length - hashBytes };
  const paths: string[] = [];
  let last: Entry = { name: Buffer.alloc(0), end: HEADER_BYTES };
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const entry = readEntry(layout, last);
    if (entry === undefined || entry.end > layout.end) return undefined;
    if (bytes.readUInt32BE(last.end + MODE_AT) === SUBMODULE_MODE) paths.push(entry.name.toString("utf8"));
    last = entry;
  }
  return hasPlainTail(layout, last.end) ? paths : undefined;
}

function readEntry({ bytes, version, hashBytes, end }: Layout, before: Entry): Entry | undefined {
  const flagsAt = before.end + STAT_BYTES + hashBytes;
  if (flagsAt + 2 > end) return undefined;
  const flags = bytes.readUInt16BE(flagsAt);
  const nameAt = flagsAt + (version > 2 && (flags & 0x4000) !== 0 ? 4 : 2);
  if (version === 4) return readShortened(bytes, nameAt, before.name);
  const length = flags & LONG_NAME;
  const nameEnd = length === LONG_NAME ? bytes.indexOf(0, nameAt) : nameAt + length;
  // One to eight zeros, up to a multiple of eight.
  const padded = before.end + Math.floor((nameEnd - before.end + 8) / 8) * 8;
  return nameEnd < nameAt ? undefined : { name: bytes.subarray(nameAt, nameEnd), end: padded };
}

/** Version 4: how much of the name before is dropped, then the rest of this one. */
function readShortened(bytes: Buffer, nameAt: number, before: Buffer): Entry | undefined {
  let at = nameAt;
  let byte = bytes[at++] ?? 0;
  let drop = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0;
    drop = (drop + 1) * 128 + (byte & 0x7f);
  }
  const zero = bytes.indexOf(0, at);
  if (zero < 0 || drop > before.length) return undefined;
  const kept = before.subarray(0, before.length - drop);
  return { name: Buffer.concat([kept, bytes.subarray(at, zero)]), end: zero + 1 };
}

/** Extensions fill the rest exactly; with `link` a part of the entries is in another file. */
function hasPlainTail({ bytes, end }: Layout, start: number): boolean {
  let at = start;
  while (at + 8 <= end) {
    if (bytes.toString("latin1", at, at + 4) === "link") return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
