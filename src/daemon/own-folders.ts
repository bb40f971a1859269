/**
 * guard's own folders (policy, state, installation) as they were when the session began. Mounts hide them from the agent, but a
 * name is kept by a mount only in the namespace where it lies: a sandbox of the agent's own can move such a folder aside and
 * put another in its place. What is read from another folder of that name must never count.
 */
import {
  closeSync,
  constants,
  type FSWatcher,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  statSync,
  watch,
} from "node:fs";
import { basename, dirname } from "node:path";
import { O_PATH } from "./mount-table.ts";

export interface OwnFolders {
  /** Undefined: all of them are what they were. */
  findReplaced(): string | undefined;
  /** Tells at once when one of them, or a folder above it, is moved or replaced, there and back too. */
  watch(onMoved: (path: string) => void): void;
  /** The same before and after a reading, with nothing replaced: what was read was guard's own. */
  mark(): string;
  /** After the tree's end: each where it was; what lay there is kept beside it, under another name. In words. */
  putBack(): readonly string[];
}

interface Kept {
  readonly path: string;
  /** Leads to it wherever it was moved. */
  readonly fd: number;
  readonly identity: string;
}

/** Those that are there. Linux only: elsewhere there is no confinement. */
export function keepOwnFolders(
  paths: readonly string[],
  { home, session }: { readonly home: string; readonly session: string },
): OwnFolders {
  const kept = paths.flatMap(keep);
  const watchers: FSWatcher[] = [];
  return {
    findReplaced: () => kept.find(isReplaced)?.path,
    mark: () => kept.flatMap(({ path }) => [path, ...foldersAbove(path, home)].map(timesOf)).join(" "),
    watch(onMoved) {
      for (const { path } of kept)
        for (const folder of [path, ...foldersAbove(path, home)])
          watchers.push(...watchName(folder, onMoved));
    },
    putBack() {
      for (const watcher of watchers.splice(0)) watcher.close();
      const said = kept.filter(isReplaced).map((one) => putOneBack(one, session));
      for (const { fd } of kept) closeSync(fd);
      return said;
    },
  };
}

export interface NotOurs {
  readonly kind: "not-ours";
  readonly problem: string;
}

/** They change for other reasons as well, now and then. */
const MOST_TRIES = 3;

/** What `read` gives, if all that it read lay in guard's own folders. */
export async function readOwn<Read>(
  read: () => Promise<Read>,
  own: OwnFolders | undefined,
): Promise<Read | NotOurs> {
  if (own === undefined) return read();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const mark = own.mark();
    const given = await read();
    const replaced = own.findReplaced();
    if (replaced !== undefined)
      return { kind: "not-ours", problem: `${replaced} was replaced while the agent runs` };
    if (mark === own.mark()) return given;
  }
  return {
    kind: "not-ours",
    problem: "guard's own folders change all the time: what they hold does not count",
  };
}

/** Where nothing can be watched, the looks of each second stand alone. */
function watchName(path: string, onMoved: (path: string) => void): FSWatcher[] {
  try {
    const watcher = watch(dirname(path), { persistent: false }, (event, name) => {
      if (event === "rename" && name === basename(path)) onMoved(path);
    });
    watcher.on("error", () => undefined);
    return [watcher];
  } catch {
    return [];
  }
}

function keep(path: string): Kept[] {
  try {
    const fd = openSync(path, O_PATH | constants.O_DIRECTORY);
    return [{ path, fd, identity: identityOf(path) }];
  } catch (error) {
    // What is there and cannot be held (no more descriptors) could be replaced unseen: then nothing is started.
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(code)) return [];
    throw error;
  }
}

function isReplaced({ path, identity }: Kept): boolean {
  return identityOf(path) !== identity;
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "gone" : `${found.dev}:${found.ino}`;
}

/** Whoever moves a folder, there and back, changes its time. */
function timesOf(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "gone" : `${found.dev}:${found.ino}:${found.ctimeNs}`;
}

/** Up to the home folder, which its user cannot move. */
function foldersAbove(path: string, home: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder.startsWith(`${home}/`); folder = dirname(folder))
    above.push(folder);
  return above;
}

function putOneBack({ path, fd }: Kept, session: string): string {
  const aside = `${path}.not-guards-${session}`;
  try {
    const now = readlinkSync(`/proc/self/fd/${fd}`);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, aside);
    renameSync(now, path);
    return `${path} was replaced while the agent ran; it is back in its place, and what lay there is ${aside}: look at it, then remove it`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `${path} was replaced while the agent ran, and could not be put back (${why}): do so before you start guard again`;
  }
}
