/** What the user opens by hand: `reveal:` of their own file, `--reveal PATH`. Never guard's own parts. */
import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeOf, isWithin } from "./look.ts";

export interface Revealed {
  readonly path: string;
  /**
   * What it would have been. `nothing`: it is not masked at all; `absent`: there is no such file; `guard`: it stays hidden;
   * `too-wide`: it would open everything, so it opens nothing (a link to / may have been planted in its place).
   */
  readonly was: "hidden" | "read-only" | "socket" | "nothing" | "absent" | "guard" | "too-wide";
}

const STRONGEST_FIRST: readonly Revealed["was"][] = [
  "guard",
  "too-wide",
  "hidden",
  "socket",
  "read-only",
  "nothing",
  "absent",
];

export interface RevealLimits {
  readonly home: string;
  /** Real paths. Neither they nor what lies in them is revealed. */
  readonly guards: readonly string[];
  /** Real paths. Nor is what holds one of these. */
  readonly needed: readonly string[];
}

interface Reveal {
  readonly path: string;
  readonly real: string;
  was: Revealed["was"];
}

export class Reveals {
  readonly #reveals: readonly Reveal[];

  constructor(paths: readonly string[], limits: RevealLimits) {
    const reveals = new Map<string, Reveal>();
    for (const path of paths) {
      const named = path.startsWith("~/") ? join(limits.home, path.slice(2)) : resolve(path);
      const real = realOf(path === "~" ? limits.home : named);
      if (!reveals.has(real)) reveals.set(real, { path, real, was: firstSight(real, limits) });
    }
    this.#reveals = [...reveals.values()];
  }

  /** Whether this path, or a folder above it, was revealed; it is remembered what would have been done to it. */
  opens(path: string, was: "hidden" | "read-only" | "socket"): boolean {
    const openers = this.#open().filter(({ real }) => isWithin(path, real));
    for (const opener of openers) note(opener, was);
    return openers.length > 0;
  }

  /** The same without remembering anything. */
  holds(path: string): boolean {
    return this.#open().some(({ real }) => isWithin(path, real));
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
    return this.#reveals.filter(({ was }) => was !== "guard" && was !== "too-wide");
  }
}

/** Before anything is known of masks. */
function firstSight(real: string, { guards, needed }: RevealLimits): Revealed["was"] {
  if (guards.some((folder) => isWithin(real, folder))) return "guard";
  if (real === "/" || needed.some((path) => isWithin(path, real))) return "too-wide";
  try {
    // Whatever its name: the gate's connect rule would have refused it.
    return statSync(real).isSocket() ? "socket" : "nothing";
  } catch (error) {
    return codeOf(error) === "EACCES" ? "nothing" : "absent";
  }
}

function note(reveal: Reveal, was: Revealed["was"]): void {
  if (STRONGEST_FIRST.indexOf(was) < STRONGEST_FIRST.indexOf(reveal.was)) reveal.was = was;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
