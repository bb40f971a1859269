/**
 * guard's own folders (policy, state, installation) as they were when the session began. Mounts hide them from the agent, but a
 * name is kept by a mount only in the namespace where it lies: a sandbox of the agent's own can move such a folder aside and
 * put another in its place. What is read from another folder of that name must never count.
 */
import { accessSync, constants } from "node:fs";
import type { BeyondNode } from "../ipc/beyond-node.ts";
import { depthOf, identityOf, isReplaced, type Kept, keep, movableAbove, release } from "./kept-place.ts";
import { putBack } from "./put-back.ts";

export interface OwnFolders {
  /** What was done to them since the session began; undefined: nothing. Misses nothing that was done before the call. */
  findMoved(): Moved | undefined;
  /** Each path with which folder it was, `gone` where there was none: those are not watched. */
  readonly identities: Readonly<Record<string, string>>;
  /** Tells soon after a move; findMoved knows for certain. */
  onMove(tell: (moved: Moved) => void): void;
  /** After the tree's end: each where it was; what lay there is kept beside it, under another name. In words. */
  putBack(): readonly string[];
  /** They are watched no more, and nothing is put back. */
  forget(): void;
}

/**
 * Asking the kernel whether something was moved takes microseconds. Node's own watch of the folders above would tell at once,
 * and takes 25 ms to begin where one of them holds many files (/tmp).
 */
const LOOK_EVERY_MS = 10;

/** One of them, or a folder above. */
export interface Moved {
  readonly path: string;
  readonly how: "moved" | "replaced";
}

export const inWords = ({ path, how }: Moved): string => `${path} was ${how}`;

/** Throws where one that is there cannot be held or watched: it could be replaced unseen. Linux only: elsewhere there is no confinement. */
export function keepOwnFolders(paths: readonly string[], beyond: BeyondNode): OwnFolders {
  const own = paths.flatMap(keep);
  const names = new Set(paths);
  const above = movableAbove(own.map(({ path }) => path)).filter((path) => !names.has(path));
  const kept = [...own, ...above.flatMap(keep)];
  const watchable = kept.filter((one) => names.has(one.path) || isReadable(one));
  const moves = beyond.watchMoves(new Map(watchable.map(({ path, fd }) => [path, `/proc/self/fd/${fd}`])));
  const identities = Object.fromEntries(paths.map((path) => [path, identityOf(path)]));
  let look: NodeJS.Timeout | undefined;
  function findMoved(): Moved | undefined {
    const gone = kept.find(isReplaced);
    if (gone !== undefined)
      return { path: gone.path, how: identityOf(gone.path) === "gone" ? "moved" : "replaced" };
    const path = moves.find();
    return path === undefined ? undefined : { path, how: "moved" };
  }
  function forget(): void {
    clearInterval(look);
    release(kept);
  }
  return {
    findMoved,
    identities,
    onMove(tell) {
      look ??= setInterval(() => {
        const path = moves.find();
        if (path === undefined) return;
        clearInterval(look);
        tell(findMoved() ?? { path, how: "moved" });
      }, LOOK_EVERY_MS).unref();
    },
    putBack() {
      // From the top: only then a path leads where it led.
      const fromTop = kept.toSorted((left, right) => depthOf(left.path) - depthOf(right.path));
      const said = fromTop.flatMap((one) => (isReplaced(one) ? [putOneBack(one)] : []));
      forget();
      return said;
    },
    forget,
  };
}

export interface NotOurs {
  readonly kind: "not-ours";
  readonly problem: string;
}

/** What `read` gives, if all that it read lay in guard's own folders. */
export async function readOwn<Read>(
  read: () => Promise<Read>,
  own: OwnFolders | undefined,
): Promise<Read | NotOurs> {
  const given = await read();
  const moved = own?.findMoved();
  return moved === undefined
    ? given
    : { kind: "not-ours", problem: `${inWords(moved)} while the agent runs` };
}

/** One above that cannot be read cannot be watched: which one it is, is looked at all the same. */
function isReadable({ fd }: Kept): boolean {
  try {
    accessSync(`/proc/self/fd/${fd}`, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function putOneBack(kept: Kept): string {
  const { path } = kept;
  const done = putBack(kept, "fill");
  switch (done.kind) {
    case "in-place":
      return `${path} was out of reach while the agent ran (a folder above was closed, or it was moved); it is in its place again`;
    case "back":
      return `${path} was ${done.aside === undefined ? "moved" : "replaced"} while the agent ran; it is back, from ${done.from}; ${done.aside === undefined ? "if that was you, start guard run again" : lookAt(done.aside)}`;
    case "gone":
      return `${path} was deleted while the agent ran: an empty one is there now; what was in it (policy.yaml …) only a backup has${done.aside === undefined ? "" : `; ${lookAt(done.aside)}`}`;
    case "failed":
      return `${path} is now ${done.now}, and could not be put back (${done.why}): ${done.place === "empty" ? "an empty one is in its place; " : `what lies at ${path} is not guard's, do not use it; `}move it back before you start guard again`;
  }
}

function lookAt(aside: string): string {
  return `what lay in its place is ${aside}: look at it, then remove it`;
}
