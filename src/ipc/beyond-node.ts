/** The door to shims/beyond-node.c: what the kernel can tell and node cannot ask. Built wherever the exec gate is. */
import { readSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

export interface Moves {
  /** The first that was moved since it was watched, there and back too. Nothing that happened before this call is missed. */
  find(): string | undefined;
}

export interface BeyondNode {
  /** Of folders themselves, not of what lies in them: each with the path that leads to it now. Throws where one cannot be watched. */
  watchMoves(folders: ReadonlyMap<string, string>): Moves;
  /** Undefined: nobody can tell. */
  userBehind(fd: number): number | undefined;
}

interface Module {
  openMoves(): number;
  watchMove(fd: number, path: string): number;
  userBehind(fd: number): number;
}

/** `installation`: guard's root folder. Throws where it was not built. */
export function loadBeyondNode(installation: string): BeyondNode {
  const { openMoves, watchMove, userBehind } = requireModule(
    join(installation, "dist/native/beyond-node.node"),
  );
  return {
    watchMoves(folders) {
      const fd = must(openMoves(), "moves cannot be watched");
      const byNumber = new Map(
        [...folders].map(([folder, path]) => [
          must(watchMove(fd, path), `${folder} cannot be watched`),
          folder,
        ]),
      );
      return movesOf(fd, byNumber);
    },
    userBehind(fd) {
      const user = userBehind(fd);
      return user < 0 ? undefined : user;
    },
  };
}

function requireModule(file: string): Module {
  const loaded: { exports: Partial<Module> } = { exports: {} };
  try {
    process.dlopen(loaded, file);
  } catch (cause) {
    throw new Error(`${file} is missing or broken; install guard again (./install.sh)`, { cause });
  }
  return loaded.exports as Module;
}

/** Room for some events; the first says enough. Never closed: the kernel takes 20 ms for that, and at the process' end nobody waits. */
const EVENTS = Buffer.alloc(4096);

function movesOf(fd: number, byNumber: ReadonlyMap<number, string>): Moves {
  let moved: string | undefined;
  return {
    find() {
      moved ??= readMoved(fd, byNumber);
      return moved;
    },
  };
}

/** Whatever cannot be read, or is no event of ours (too many at once), counts as a move. */
function readMoved(fd: number, byNumber: ReadonlyMap<number, string>): string | undefined {
  try {
    readSync(fd, EVENTS);
    return byNumber.get(EVENTS.readInt32LE()) ?? UNKNOWN;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EAGAIN" ? undefined : UNKNOWN;
  }
}

const UNKNOWN = "one of guard's folders";

const { EMFILE, ENOSPC } = constants.errno;

function must(result: number, problem: string): number {
  if (result >= 0) return result;
  const name = Object.entries(constants.errno).find(([, number]) => number === -result)?.[0] ?? result;
  const limit = { [EMFILE]: "instances", [ENOSPC]: "watches" }[-result];
  const wayOut = limit && `; allow more: sysctl fs.inotify.max_user_${limit}`;
  throw new Error(`${problem} (${name})${wayOut ?? ""}`);
}
