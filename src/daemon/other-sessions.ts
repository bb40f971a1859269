/**
 * Sessions of one user vouch for guard's folders: an agent of one that runs can move a folder and put another in its place, and
 * a session that starts in that moment would take it for guard's own. So who starts reads first, and asks then: a session that
 * says that nothing was moved since it began says so of all that was read. Only those vouch whose agent may make sandboxes of
 * its own: no other can move what is held. Sessions in another network namespace are not found.
 */
import { listAbstractNames, readText, serveText } from "../ipc/abstract-socket.ts";
import type { BeyondNode } from "../ipc/beyond-node.ts";
import { parseJson } from "../protocol/json-frame.ts";
import { OWN_FOLDERS, type OwnFoldersMessage } from "../protocol/own-folders-message.ts";
import { inWords, type OwnFolders } from "./own-folders.ts";

export interface Vouching {
  readonly session: string;
  readonly user: number;
  readonly own: OwnFolders;
  readonly beyond: BeyondNode;
  /** The mount namespace: in another one the same names may be other folders, for good reasons. */
  readonly view: string;
  /** In front of the sockets' names. Sessions with another one do not hear of each other. */
  readonly prefix: string;
}

export const VOUCHING_PREFIX = "guard/own";

const LIMITS = { limitMs: 3_000, mostBytes: 64 * 1024 };

/** Answers until it is ended: the last thing that a session does, when its folders are where they belong. */
export function startVouching(vouching: Vouching): Promise<() => void> {
  const { session, own, view } = vouching;
  return serveText(nameOf(session, vouching), isSameUser(vouching), () => {
    // One that was not there may have been made since.
    const folders = Object.fromEntries(
      Object.entries(own.identities).filter(([, identity]) => identity !== "gone"),
    );
    const message: OwnFoldersMessage = { v: 1, session, view, moved: own.findMoved() ?? null, folders };
    return JSON.stringify(message);
  });
}

/** In words: why what this session has read may not be guard's own. */
export async function askOtherSessions(asking: Vouching): Promise<readonly string[]> {
  const others = listSessions(asking).filter((session) => session !== asking.session);
  const problems = await Promise.all(others.map((session) => askOne(session, asking)));
  return problems.flatMap((problem) => problem ?? []);
}

async function askOne(session: string, asking: Vouching): Promise<string | undefined> {
  const read = await readText(nameOf(session, asking), isSameUser(asking), LIMITS);
  // Any user of the machine may take such a name.
  if (read.kind === "not-welcome") return undefined;
  const said = read.kind === "text" ? parseJson(read.text, OWN_FOLDERS) : read;
  if (said.kind === "message") return findProblem(session, said.message, asking);
  const isThere = listSessions(asking).includes(session);
  return isThere
    ? `session ${session} does not say whether guard's folders are in place, or something else has taken its name: guard sessions lists the real ones; end it first`
    : undefined;
}

function findProblem(
  session: string,
  { moved, folders, view }: OwnFoldersMessage,
  asking: Vouching,
): string | undefined {
  const ours = Object.entries(asking.own.identities);
  if (moved !== null && ours.some(([path]) => isOnTheWay(moved.path, path)))
    return `session ${session} is being ended: ${inWords(moved)} while its agent ran; start again when it is gone (guard sessions)`;
  if (view !== asking.view) return undefined;
  const other = ours.find(([path, identity]) => folders[path] !== undefined && folders[path] !== identity);
  return (
    other &&
    `${other[0]} is not the folder that session ${session} began with: end that session, look at the folder, start again`
  );
}

/** One that nobody can name might be any. */
function isOnTheWay(moved: string, path: string): boolean {
  return !moved.startsWith("/") || path === moved || path.startsWith(`${moved}/`);
}

function isSameUser({ user, beyond }: Vouching): (fd: number) => boolean {
  return (fd) => beyond.userBehind(fd) === user;
}

function nameOf(session: string, { prefix, user }: Vouching): string {
  return `${prefix}/${user}/${session}`;
}

function listSessions(vouching: Vouching): readonly string[] {
  const start = nameOf("", vouching);
  return listAbstractNames()
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length));
}
