/** The folder and the files of the audit record: the user's alone, plain, with one name, and opened for adding only. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
} from "node:fs";

export type OpenedFile =
  | {
      readonly kind: "open";
      readonly fd: number;
      readonly dev: number;
      readonly ino: number;
      readonly size: number;
    }
  | { readonly kind: "failed"; readonly reason: string };

/** NONBLOCK: a pipe in its place must not hang us. Read as well: to see how it ends. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function openAuditFile(file: string): OpenedFile {
  let fd: number | undefined;
  try {
    fd = openSync(file, FLAGS, 0o600);
    const stats = fstatSync(fd);
    const wrong = findWrong(file, stats);
    if (wrong !== undefined) {
      closeSync(fd);
      return { kind: "failed", reason: wrong };
    }
    if ((stats.mode & 0o777) !== 0o600) fchmodSync(fd, 0o600);
    return { kind: "open", fd, dev: stats.dev, ino: stats.ino, size: stats.size };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    return { kind: "failed", reason: explain(file, error as NodeJS.ErrnoException) };
  }
}

/** What is wrong with it, or undefined. */
export function prepareFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    if (!stats.isDirectory()) return `${folder} is a link or no folder; make it a real folder`;
    if (isForeign(stats)) return `${folder} belongs to user id ${stats.uid}; chown it to yourself`;
    if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
    return undefined;
  } catch (error) {
    return explain(folder, error as NodeJS.ErrnoException);
  }
}

export function findWrong(file: string, stats: Stats): string | undefined {
  if (!stats.isFile()) return `${file} is not a plain file; move it away`;
  if (isForeign(stats)) return `${file} belongs to user id ${stats.uid}; move it away`;
  return stats.nlink > 1
    ? `${file} has a second name (a hard link); remove that, or move the file away`
    : undefined;
}

function isForeign({ uid }: Stats): boolean {
  return uid !== (process.geteuid?.() ?? uid);
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
    // What node says of a folder that is to be made on a disk that is read-only.
    case "ENOENT":
      return `${file} cannot be made; is the disk read-only, or the folder above it gone?`;
    default:
      return `${file} cannot be written (${code === "error" ? message : code})`;
  }
}
