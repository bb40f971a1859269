/** One timed grant on the disk: the user's alone, whole or not at all. What is not as guard writes it is not read. */
import { constants, type Stats } from "node:fs";
import { join } from "node:path";
import { encodeTimedGrant, parseTimedGrant, type TimedGrant } from "../approval/timed-grants.ts";
import {
  closeFile,
  openFile,
  readPart,
  removeFile,
  renamePath,
  statOpenFile,
  syncFile,
  writeFile,
} from "../disk/files.ts";

export type ReadGrant =
  | { readonly kind: "grant"; readonly grant: TimedGrant }
  | { readonly kind: "gone" }
  /** With place and what to do. */
  | { readonly kind: "broken"; readonly problem: string };

/** A grant at its longest, each character as six. */
const MAX_BYTES = 128 * 1024;
/** NONBLOCK: a pipe in its place must not hang us. */
const READING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const DRAFTING = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export function grantFile(folder: string, id: string): string {
  return join(folder, `${id}.json`);
}

export async function readGrant(folder: string, id: string): Promise<ReadGrant> {
  const file = grantFile(folder, id);
  const broken = (problem: string): ReadGrant => ({
    kind: "broken",
    problem: `${file} does not count: ${problem}; remove it`,
  });
  let descriptor: number | undefined;
  try {
    descriptor = await openFile(file, READING);
    const wrong = findForeign(await statOpenFile(descriptor));
    if (wrong !== undefined) return broken(wrong);
    const bytes = await readBounded(descriptor);
    if (bytes === "too-long") return broken("it is too long");
    const parsed = parseTimedGrant(new TextDecoder("utf-8", { fatal: true }).decode(bytes), id);
    return parsed.kind === "grant" ? parsed : broken(parsed.problem);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "gone" };
    return broken(code === "ELOOP" ? "it is a link" : `it cannot be read (${code ?? message})`);
  } finally {
    if (descriptor !== undefined) await closeFile(descriptor).catch(() => undefined);
  }
}

function findForeign(stats: Stats): string | undefined {
  if (!stats.isFile()) return "it is no plain file";
  if (stats.uid !== (process.geteuid?.() ?? stats.uid)) return `it belongs to user id ${stats.uid}`;
  if ((stats.mode & 0o777) !== 0o600) return "others may read or write it";
  return stats.nlink > 1 ? "it has a second name (a hard link)" : undefined;
}

async function readBounded(descriptor: number): Promise<Uint8Array | "too-long"> {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await readPart(descriptor, bytes, length, bytes.length - length, null);
    length += bytesRead;
    if (length > MAX_BYTES) return "too-long";
    if (bytesRead === 0) return bytes.subarray(0, length);
  }
}

/** Drafts of those who were ended in the middle; never read as grants. */
export const DRAFT = /^\.[0-9a-z-]+\.\d+\.draft$/;

/** Throws what the disk says; nothing is left of a draft that failed. */
export async function writeGrant(folder: string, grant: TimedGrant): Promise<void> {
  const draft = join(folder, `.${grant.id}.${process.pid}.draft`);
  // One that an ended process of the same number left.
  await removeFile(draft).catch(() => undefined);
  const descriptor = await openFile(draft, DRAFTING, 0o600);
  try {
    try {
      await writeAll(descriptor, Buffer.from(encodeTimedGrant(grant)));
      await syncFile(descriptor);
    } finally {
      await closeFile(descriptor);
    }
    await renamePath(draft, grantFile(folder, grant.id));
  } catch (error) {
    await removeFile(draft).catch(() => undefined);
    throw error;
  }
}

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await writeFile(descriptor, bytes, written, bytes.length - written, null);
    written += bytesWritten;
  }
}
