/** What the user opens by hand: `reveal:` of their own file, `--reveal PATH`. Never guard's own parts. */
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isWithin } from "./look.ts";

export interface Revealed {
  readonly path: string;
  /** What it would have been. `nothing`: it is not masked at all; `guard`: it stays hidden. */
  readonly was: "hidden" | "read-only" | "socket" | "nothing" | "guard";
}

const STRONGEST_FIRST: readonly Revealed["was"][] = ["guard", "hidden", "socket", "read-only", "nothing"];

interface Reveal {
  readonly path: string;
  readonly real: string;
  was: Revealed["was"];
}

export class Reveals {
  readonly #reveals: readonly Reveal[];

  constructor(paths: readonly string[], home: string, guardOwned: readonly string[]) {
    this.#reveals = paths.map((path) => {
      const real = realOf(
        path === "~" ? home : path.startsWith("~/") ? join(home, path.slice(2)) : resolve(path),
      );
      const isGuards = guardOwned.some((folder) => isWithin(real, folder));
      return { path, real, was: isGuards ? "guard" : isSocket(real) ? "socket" : "nothing" };
    });
  }

  /** Whether this path, or a folder above it, was revealed; it is remembered what would have been done to it. */
  opens(path: string, was: "hidden" | "read-only" | "socket"): boolean {
    const openers = this.#open().filter(({ real }) => isWithin(path, real));
    for (const opener of openers) note(opener, was);
    return openers.length > 0;
  }

  /** Revealed parts of a hidden folder. */
  inside(folder: string, was: "hidden" | "socket"): readonly string[] {
    const parts = this.#open().filter(({ real }) => real !== folder && isWithin(real, folder));
    for (const part of parts) note(part, was);
    return parts.map(({ real }) => real);
  }

  list(): readonly Revealed[] {
    return this.#reveals.map(({ path, was }) => ({ path, was }));
  }

  #open(): readonly Reveal[] {
    return this.#reveals.filter(({ was }) => was !== "guard");
  }
}

function note(reveal: Reveal, was: Revealed["was"]): void {
  if (STRONGEST_FIRST.indexOf(was) < STRONGEST_FIRST.indexOf(reveal.was)) reveal.was = was;
}

/** Whatever its name: the gate's connect rule would have refused it. */
function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
