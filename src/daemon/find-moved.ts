/** Where something that is kept lies now: never by the path alone that the kernel shows for it, which another one may have by now. */
import { chmodSync, constants, openSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { identityAt, type Kept } from "./kept-place.ts";
import { O_PATH } from "./mount-table.ts";

/** A path by the descriptor of the folder around, which is added to `open`. Undefined: it has no name any more. Throws where nobody can tell. */
export function findNow(kept: Kept, open: number[]): string | undefined {
  const around = kept.is === "folder" ? openAround(kept.fd, open) : openWay(nameNow(kept), open);
  if (around === undefined) return undefined;
  letIn(around);
  const folder = `/proc/self/fd/${around}`;
  const isIt = (name: string) => identityAt(`${folder}/${name}`) === kept.identity;
  const likely = basename(nameNow(kept));
  if (isIt(likely)) return `${folder}/${likely}`;
  const found = readdirSync(folder).find(isIt);
  return found === undefined ? undefined : `${folder}/${found}`;
}

/** For words, and no more: a folder that is too deep has none. */
export function nameNow({ fd, path }: Kept): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return `a place too deep for a path (below ${dirname(path)} or elsewhere)`;
  }
}

/** What is closed and the user's own is opened for him. `fd`: a folder's, so no link is followed. */
export function letIn(fd: number): void {
  const folder = `/proc/self/fd/${fd}`;
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid?.() && (mode & OWNER) !== OWNER) chmodSync(folder, (mode & 0o7777) | OWNER);
}

const OWNER = 0o700;

/** A folder knows the one around it, however deep or closed that lies. It must be open itself to be moved. */
function openAround(fd: number, open: number[]): number {
  letIn(fd);
  const around = openSync(`/proc/self/fd/${fd}/..`, O_PATH | constants.O_DIRECTORY);
  open.push(around);
  return around;
}

/** Folder by folder from the root, as a closed one must be opened first. Undefined: there is no such way. */
function openWay(path: string, open: number[]): number | undefined {
  let at = openSync("/", O_PATH | constants.O_DIRECTORY);
  open.push(at);
  for (const name of dirname(path).split("/").filter(Boolean)) {
    letIn(at);
    try {
      at = openSync(`/proc/self/fd/${at}/${name}`, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
    open.push(at);
  }
  return at;
}
