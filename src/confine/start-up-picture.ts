/**
 * What the user's start-up files are at one moment, to be compared with another. It only looks, and never throws: what cannot be
 * looked at is a state of its own. Nothing that an agent puts there may hold it up.
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

export type Mark =
  /** `rights`: owner and permissions. */
  | {
      readonly kind: "file";
      readonly leadsTo: string;
      readonly rights: string;
      readonly times: string;
      readonly bytes: number;
    }
  /** What lies in it has marks of its own. `rest`: its times, where it holds more than is looked at. */
  | { readonly kind: "folder"; readonly leadsTo: string; readonly rest: string }
  /** A pipe, a socket, a link to nothing. */
  | { readonly kind: "other"; readonly leadsTo: string }
  | { readonly kind: "closed" };

type FolderMark = Extract<Mark, { kind: "folder" }>;

/** By path. What has no mark is not there. */
export type Picture = ReadonlyMap<string, Mark>;

const MOST_NAMES = 200;
const LEVELS = 2;
/** Stands for bytes that are none: such a name cannot be opened by what node makes of it. */
const NO_TEXT = "\ufffd";

/** Without contents: this is on the way of every start. */
export function takePicture(paths: readonly string[]): Picture {
  const marks = new Map<string, Mark>();
  const realFolder = createRealFolders();

  function add(path: string, levels: number, folder: { names: number }): void {
    const mark = marks.has(path) ? undefined : markAt(path, realFolder);
    if (mark === undefined) return;
    marks.set(path, mark);
    if (mark.kind === "folder") marks.set(path, addWithin(path, mark, levels, folder));
  }

  function addWithin(path: string, mark: FolderMark, levels: number, folder: { names: number }): Mark {
    const names = levels === 0 ? [] : namesIn(path);
    if (names === "closed") return { kind: "closed" };
    for (const name of names) {
      if (++folder.names > MOST_NAMES) return mark;
      if (name.includes(NO_TEXT)) marks.set(`${path}/${name}`, { kind: "other", leadsTo: name });
      else add(`${path}/${name}`, levels - 1, folder);
    }
    return { ...mark, rest: "" };
  }

  for (const path of paths) add(path, LEVELS, { names: 0 });
  return marks;
}

function markAt(path: string, realFolder: (folder: string) => string): Mark | undefined {
  try {
    const itself = lstatSync(path, { throwIfNoEntry: false });
    if (itself === undefined) return undefined;
    if (!itself.isSymbolicLink()) {
      const folder = dirname(path);
      return markOf(itself, `${realFolder(folder)}${path.slice(folder.length)}`);
    }
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined
      ? { kind: "other", leadsTo: readlinkSync(path) }
      : markOf(found, realpathSync.native(path));
  } catch (error) {
    return isAbsence(error) ? undefined : { kind: "closed" };
  }
}

function markOf(found: Stats, leadsTo: string): Mark {
  if (found.isDirectory()) return { kind: "folder", leadsTo, rest: timesOf(found) };
  if (!found.isFile()) return { kind: "other", leadsTo };
  return {
    kind: "file",
    leadsTo,
    rights: `${found.uid} ${found.mode}`,
    times: timesOf(found),
    bytes: found.size,
  };
}

export function timesOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Most files lie in a few folders. */
function createRealFolders(): (folder: string) => string {
  const known = new Map<string, string>();
  return (folder) => {
    const real = known.get(folder) ?? realpathSync.native(folder);
    known.set(folder, real);
    return real;
  };
}

/** Removed while it was looked at, or below a file. */
function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Sorted: of a folder with too many the same ones are looked at again. */
function namesIn(folder: string): readonly string[] | "closed" {
  try {
    return readdirSync(folder).sort((a, b) => (a < b ? -1 : 1));
  } catch {
    return "closed";
  }
}
