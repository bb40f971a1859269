/**
 * What is hidden from the agent, by what it is and not by its name: from a namespace of its own an agent can move it, and under
 * another name the next session would not hide it. Put back after the tree's end, and told.
 */
import { fstatSync } from "node:fs";
import { isReplaced, type Kept, keep, release } from "./kept-place.ts";
import { putBack } from "./put-back.ts";

export interface KeptSecrets {
  /** Those that are no folders, each with which file it was. */
  readonly files: ReadonlyMap<string, string>;
  /** In words: what was moved, and what became of it. */
  putBack(): readonly string[];
  forget(): void;
}

export function keepSecrets(paths: readonly string[]): KeptSecrets {
  const kept = paths.flatMap(keepIfPossible);
  return {
    files: new Map(kept.filter(({ is }) => is === "file").map(({ path, identity }) => [path, identity])),
    putBack() {
      const said = kept.filter(isReplaced).flatMap(putOneBack);
      release(kept);
      return said;
    },
    forget: () => release(kept),
  };
}

/** It is hidden by a mount all the same. */
function keepIfPossible(path: string): Kept[] {
  try {
    return keep(path);
  } catch {
    return [];
  }
}

/** One that was deleted, or written anew by a rename over it, was its owner's to change. */
function putOneBack(kept: Kept): string[] {
  const { path } = kept;
  const done = putBack(kept, "leave");
  switch (done.kind) {
    case "in-place":
      return [
        `${path} was out of reach while the agent ran (a folder above was closed, or it was moved); it is in its place again`,
      ];
    case "gone":
      return hasOtherName(kept)
        ? [
            `${path} was removed while the agent ran, and the same file has another name somewhere, which is not hidden: look for it (find / -inum ${kept.identity.split(":")[1]})`,
          ]
        : [];
    case "back":
      return [
        done.aside === undefined
          ? `${path} was moved to ${done.from} while the agent ran; it is back in its place`
          : `${path} was exchanged while the agent ran; it is back, from ${done.from}; what lay in its place is ${done.aside}: look at it, then remove it`,
      ];
    case "failed":
      return [
        `${path} was moved to ${done.now} while the agent ran, and could not be put back (${done.why}): move it back before you start guard again, for there it is not hidden`,
      ];
  }
}

function hasOtherName({ fd, is }: Kept): boolean {
  return is === "file" && fstatSync(fd).nlink > 0;
}
