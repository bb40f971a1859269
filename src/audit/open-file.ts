/** The audit file, opened for adding only, in a folder and with rights that are the user's alone. */
import { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import {
  chmodOpenFile,
  chmodPath,
  closeFile,
  makeFolder,
  openFile,
  readPart,
  statLink,
  statOpenFile,
  statPath,
} from "../disk/files.ts";

export type OpenedFile =
  | {
      readonly kind: "open";
      readonly fd: number;
      readonly dev: number;
      readonly ino: number;
      /** `half a line`: somebody could not finish (full disk, power cut). */
      readonly endsWith: "a whole line" | "half a line";
    }
  | { readonly kind: "failed"; readonly reason: string };

/** NONBLOCK: a pipe in its place must not hang us. Read as well: to see how it ends. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export async function openAuditFile(file: string): Promise<OpenedFile> {
  let fd: number | undefined;
  try {
    const problem = await prepareFolder(dirname(file));
    if (problem !== undefined) return { kind: "failed", reason: problem };
    fd = await openFile(file, FLAGS, 0o600);
    const stats = await statOpenFile(fd);
    const wrong = findWrong(file, stats);
    if (wrong !== undefined) {
      await closeFile(fd);
      return { kind: "failed", reason: wrong };
    }
    if ((stats.mode & 0o777) !== 0o600) await chmodOpenFile(fd, 0o600);
    return { kind: "open", fd, dev: stats.dev, ino: stats.ino, endsWith: await findEnd(fd) };
  } catch (error) {
    if (fd !== undefined) await closeFile(fd).catch(() => undefined);
    return { kind: "failed", reason: explain(file, error as NodeJS.ErrnoException) };
  }
}

/** Moved away, removed or replaced (rotation): then what is open is not the audit file any more. */
export async function isStillThere(file: string, opened: { dev: number; ino: number }): Promise<boolean> {
  try {
    const { dev, ino } = await statPath(file);
    return dev === opened.dev && ino === opened.ino;
  } catch {
    return false;
  }
}

async function prepareFolder(folder: string): Promise<string | undefined> {
  await makeFolder(folder, { recursive: true, mode: 0o700 });
  const stats = await statLink(folder);
  if (!stats.isDirectory()) return `${folder} is a link or no folder; make it a real folder`;
  if (isForeign(stats)) return `${folder} belongs to user id ${stats.uid}; chown it to yourself`;
  if ((stats.mode & 0o777) !== 0o700) await chmodPath(folder, 0o700);
  return undefined;
}

function findWrong(file: string, stats: Stats): string | undefined {
  if (!stats.isFile()) return `${file} is not a plain file; move it away`;
  if (isForeign(stats)) return `${file} belongs to user id ${stats.uid}; move it away`;
  return stats.nlink > 1
    ? `${file} has a second name (a hard link); remove that, or move the file away`
    : undefined;
}

function isForeign({ uid }: Stats): boolean {
  return uid !== (process.geteuid?.() ?? uid);
}

const LOOKS = 5;
const PAUSE_MS = 10;

/** Another guard may be in the middle of its write: only an end that stays is an end. */
async function findEnd(fd: number): Promise<"a whole line" | "half a line"> {
  let lastSize = -1;
  for (let look = 0; look < LOOKS; look++) {
    const { size } = await statOpenFile(fd);
    const byte = Buffer.alloc(1);
    if (size === 0 || ((await readPart(fd, byte, 0, 1, size - 1)).bytesRead === 1 && byte[0] === 0x0a))
      return "a whole line";
    if (size === lastSize) return "half a line";
    lastSize = size;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return "half a line";
}

export function explain(file: string, { code = "error", message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return `the disk of ${file} is full; make room`;
    case "ELOOP":
      return `${file} is a link; put a plain file there, or move it away`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `${file} cannot be written (${code}); check the rights of it and its folder`;
    default:
      return `${file} cannot be written (${code === "error" ? message : code})`;
  }
}
