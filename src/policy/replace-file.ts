/** A whole new content or the old one, never a part: a draft in the same folder, on the disk before it takes the name. */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

export interface Draft {
  readonly path: string;
  /** Takes the place of the file. */
  readonly put: () => void;
  /** Nothing is left of it; also after `put`. */
  readonly drop: () => void;
}

/** Throws what the disk says. Mode and owner are those of the file that is replaced; a new one is the user's alone. */
export function draftFor(file: string, content: Uint8Array): Draft {
  const before = statOf(file);
  const path = `${file}.${process.pid}.new`;
  // One that a killed process of the same number left.
  rmSync(path, { force: true });
  const drop = () => rmSync(path, { force: true });
  try {
    write(path, content, before);
  } catch (error) {
    drop();
    throw error;
  }
  const put = () => {
    renameSync(path, file);
    syncFolder(dirname(file));
  };
  return { path, put, drop };
}

/** Not node's `recursive`: in /proc that never ends. */
export function makeFolderFor(file: string, mode: number): void {
  const folder = dirname(file);
  if (statOf(folder) || folder === file) return;
  makeFolderFor(folder, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function statOf(file: string): Stats | undefined {
  return lstatSync(file, { throwIfNoEntry: false });
}

function write(path: string, content: Uint8Array, before: Stats | undefined): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(path, flags, 0o600);
  try {
    writeFileSync(descriptor, content);
    const own = fstatSync(descriptor);
    if (before && (before.uid !== own.uid || before.gid !== own.gid))
      fchownSync(descriptor, before.uid, before.gid);
    if (before) fchmodSync(descriptor, before.mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The new name, too, survives a power cut. Not every file system can; the content is safe without it. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {}
}
